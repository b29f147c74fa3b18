import { readFileSync } from 'node:fs';

/** A file, and what of it is meant: a route, a banner, a constant; or the beginning of a test’s title. */
export interface Place {
  file: string;
  what: string | null;
}

/** A row of docs/specification.md. */
export interface Claim {
  /** The heading of the table’s document. */
  chapter: string;
  section: string;
  sentence: string;
  built: readonly Place[];
  proofs: readonly Place[];
}

const document = readFileSync(new URL('../docs/specification.md', import.meta.url), 'utf8');

/** Every row of docs/specification.md, in its order. */
export const claims: readonly Claim[] = document.split(/^## /m).flatMap((text) => {
  const [chapter = '', ...lines] = text.split('\n');
  return lines
    .filter((line) => /^\| (?!Section |---)/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, section = '', sentence = '', built = '', proofs = '']) => ({
      chapter,
      section,
      sentence,
      built: placesOf(built),
      proofs: placesOf(proofs),
    }));
});

function placesOf(cell: string): Place[] {
  return cell.split('<br>').map((place) => {
    const [, file = '', what = null] = /^([^:]+)(?:: (.+))?$/.exec(place) ?? [];
    return { file, what };
  });
}

/** A place as it stands in the table. */
export const inWords = ({ file, what }: Place): string => (what === null ? file : `${file}: ${what}`);
