/** Where mail to an address arrives, whatever its letters' case and its tag: name+tag@ is name@. Counts recipients. */
export const mailboxOf = (email: string): string =>
  email
    .trim()
    .toLowerCase()
    .replace(/(?<=^[^+]+)\+.*(?=@)/, '');
