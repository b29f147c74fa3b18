/**
 * Whether a username looks like a card number: 13 to 19 digits, with or without spaces or dashes, that pass the Luhn
 * check (ISO/IEC 7812-1), or any 16 digits (section 5, reading 6). Full-width digits count, too.
 */
export function looksLikeCardNumber(typed: string): boolean {
  const digits = typed.normalize('NFKC').replaceAll(/[\s\p{Dash}]/gu, '');
  return /^[0-9]{13,19}$/.test(digits) && isCardNumber(digits);
}

const isCardNumber = (digits: string): boolean => digits.length === 16 || passesLuhn(digits);

/** Digits separated only by characters that are neither letters nor digits. */
const digitRuns = /\d(?:[^\p{L}\p{N}]*\d){12,}/gu;

/**
 * Whether a text contains a card number: 13 to 19 digits that pass the Luhn check, or any 16 digits written as one
 * number or in four groups of four. Any separators (dots, underscores, line breaks, invisible characters) and digits of
 * any script count, and the number is also found between other numbers. The groups of a card number have equal lengths
 * or equal separators, so a sequence of dates, amounts or phone numbers is not mistaken for one.
 */
export const holdsCardNumber = (words: string): boolean =>
  [...withAsciiDigits(words).matchAll(digitRuns)].some(([run]) => runHoldsCard(run.split(/(\D+)/)));

/**
 * A text for a log, without anything that can be a card number, even with a mistyped digit. Its letters are in plain
 * forms (NFKC).
 */
export const withoutCardNumbers = (words: string, instead: string): string =>
  withAsciiDigits(words).replaceAll(digitRuns, () => instead);

const withAsciiDigits = (words: string): string => words.normalize('NFKC').replaceAll(/\p{Nd}/gu, asciiDigit);

/** @param parts groups of digits, alternating with their separators */
function runHoldsCard(parts: readonly string[]): boolean {
  for (let first = 0; first < parts.length; first += 2) {
    let digits = '';
    for (let last = first; last < parts.length && digits.length < 19; last += 2) {
      digits += parts[last]!;
      if (digits.length < 13 || digits.length > 19 || !isCardNumber(digits)) continue;
      if (isWrittenAsOne(parts.slice(first, last + 1), digits)) return true;
    }
  }
  return false;
}

function isWrittenAsOne(parts: readonly string[], digits: string): boolean {
  const groups = parts.filter((_, index) => index % 2 === 0).map(({ length }) => length);
  if (groups.length === 1 || groups.join() === '4,4,4,4') return true;
  const separators = new Set(parts.filter((_, index) => index % 2 === 1));
  const isRegular = /^(\d+)(,\1)*,\d+$|^4,6,[45]$/.test(groups.join());
  return passesLuhn(digits) && (isRegular || separators.size === 1);
}

/** Unicode has the decimal digits of each script in a row from 0 to 9. */
function asciiDigit(digit: string): string {
  let value = 0;
  while (/^\p{Nd}$/u.test(String.fromCodePoint(digit.codePointAt(0)! - value - 1))) value += 1;
  return String(value % 10);
}

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let fromEnd = 1; fromEnd <= digits.length; fromEnd += 1) {
    const value = Number(digits.at(-fromEnd)) * (fromEnd % 2 === 0 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}
