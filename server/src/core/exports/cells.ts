/**
 * A cell of an export: text; a number as its digits, which spreadsheets can add up; or nothing. Amounts are numbers in
 * major units, with the currency in a column of its own.
 */
export type Cell = string | { number: string } | null;

/**
 * A text that no spreadsheet reads as a formula: an apostrophe is added before the first visible character of a cell where
 * that begins one. Spreadsheets skip white space, line breaks and quotes, and full-width characters count as the usual ones.
 * Where semicolons or tabs separate cells, as in much of Europe, a text in quotes that is not the first of its line is
 * divided at them and at its line breaks.
 */
export const plainText = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- control characters before a sign do not protect from it
  text.replaceAll(/((?:^|[\r\n\t;])[[\s"\u0000-\u001F\u200B\uFEFF]--[\r\n\t]]*)(?=[=+\-@\|%＝＋－＠])/gv, "$1'");

/** Minor units as a number in major units: 1205 with two digits is 12.05. */
export function decimal(amount: bigint, digits = 2): { number: string } {
  const figures = (amount < 0n ? -amount : amount).toString().padStart(digits + 1, '0');
  const whole = figures.slice(0, figures.length - digits);
  const sign = amount < 0n ? '-' : '';
  return { number: digits === 0 ? `${sign}${whole}` : `${sign}${whole}.${figures.slice(-digits)}` };
}
