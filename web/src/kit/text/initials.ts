const firstLetter = /[\p{L}\p{N}]/u;

/** At most two initials: 'Northwind Trading Company' is 'NC', the first letters of the first and the last word. */
export function initialsOf(name: string): string {
  const letters = name.split(/\s+/u).flatMap((word) => firstLetter.exec(word)?.[0] ?? []);
  return [letters[0], letters.length > 1 ? letters.at(-1) : ''].join('').toUpperCase();
}
