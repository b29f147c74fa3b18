/** The mailbox behind an address, whatever its case and tag: name+tag@ is name@. For counting recipients. */
export const mailboxOf = (email: string): string =>
  email
    .trim()
    .toLowerCase()
    .replace(/(?<=^[^+]+)\+.*(?=@)/, '');
