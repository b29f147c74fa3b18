/**
 * One address and nothing that a header, an envelope or a list of addresses would read as more than one (CWE-93). What
 * people type and what mail is sent to keep the same rule, or a form would take an address that no mail can go to.
 */
export const isMailAddress = (value: string): boolean =>
  /^[^\s\p{C}@"(),:;<>[\\\]]+@[^\s\p{C}@"(),:;<>[\\\]]+$/u.test(value);
