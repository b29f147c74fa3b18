/**
 * Two usernames with the same skeleton are the same name: the compatibility form without case (security design P20).
 * Nothing is removed, so a name with invisible characters is a different name, which nobody has.
 */
export function usernameSkeleton(username: string): string {
  // Converted to capitals, where letters with two small forms (σ and ς, ß and ss) become one; case folding can undo the
  // normalization, so it is applied again.
  return username.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().normalize('NFKC');
}
