/**
 * What makes two usernames the same one: the compatibility form without case (security design P20). Nothing is stripped,
 * so a name with invisible characters in it is simply another name, which nobody has.
 */
export function usernameSkeleton(username: string): string {
  // By way of capitals, where letters with two small forms (σ and ς, ß and ss) become one; folding can open what was
  // normalised, so it is normalised again.
  return username.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().normalize('NFKC');
}
