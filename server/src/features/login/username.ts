/**
 * What makes two usernames the same one: the compatibility form without case (security design P20). Nothing is stripped,
 * so a name with invisible characters in it is simply another name, which nobody has.
 */
export function usernameSkeleton(username: string): string {
  // Upper case first folds letters with two small forms, such as σ and ς; normalising again closes what folding opens.
  return username.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
}
