/**
 * Exactly one address: nothing that a header, an envelope or an address list would read as several (CWE-93). Forms and
 * outgoing mail use the same rule; otherwise a form would accept an address that cannot receive mail.
 */
export const isMailAddress = (value: string): boolean =>
  /^[^\s\p{C}@"(),:;<>[\\\]]+@[^\s\p{C}@"(),:;<>[\\\]]+$/u.test(value);
