/**
 * Exactly one address, which a header, an envelope or an address list cannot read as several (CWE-93). Forms and
 * outgoing mail use the same rule, so that a form does not accept an address that cannot receive mail.
 */
export const isMailAddress = (value: string): boolean =>
  /^[^\s\p{C}@"(),:;<>[\\\]]+@[^\s\p{C}@"(),:;<>[\\\]]+$/u.test(value);
