/** As people type it: small letters without marks, words apart by one space. */
export const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/**
 * How many letters have to be changed, added, left out or swapped with their neighbor to make one text of the other, no
 * further than a bound (optimal string alignment).
 * @returns a number above the bound where it takes more
 */
export function distance(one: string, other: string, bound: number): number {
  if (Math.abs(one.length - other.length) > bound) return bound + 1;
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1];
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        next[j] = Math.min(next[j]!, before[j - 2]! + 1);
    }
    if (Math.min(...next) > bound) return bound + 1;
    before = row;
    row = next;
  }
  return row[other.length]!;
}

/** One letter in four may be wrong, and one in a short word. */
const boundOf = (typed: string): number => Math.max(1, Math.floor(typed.length / 4));

/** Fewer letters are near to everything. */
const lettersAtLeast = 3;

interface Named {
  name: string;
  /** How many transactions it has. */
  transactions: number;
}

/**
 * The names that may have been meant by a text that none of them contains: the nearest first, of equally near ones the more
 * frequent. A text is compared with a whole name, and with each of its words from the beginning.
 */
export function nearestNames<N extends Named>(typed: string, names: readonly N[], atMost: number): N[] {
  const wanted = plain(typed);
  if (wanted.length < lettersAtLeast) return [];
  const bound = boundOf(wanted);
  return names
    .flatMap((named) => {
      const name = plain(named.name);
      if (name.includes(wanted)) return [];
      const least = Math.min(...partsOf(name, wanted).map((part) => distance(wanted, part, bound)));
      return least > bound ? [] : [{ named, least }];
    })
    .toSorted((a, b) => a.least - b.least || b.named.transactions - a.named.transactions)
    .slice(0, atMost)
    .map(({ named }) => named);
}

/** What of a name can have been meant: all of it, and as many words as were typed from each word on. */
function partsOf(name: string, wanted: string): string[] {
  const words = name.split(' ');
  const count = wanted.split(' ').length;
  return [name, ...words.map((_, index) => words.slice(index, index + count).join(' '))];
}
