/**
 * A cell of an export: text; a number as its digits, which spreadsheets can add up; or nothing. Amounts are numbers in
 * major units, with the currency in a column of its own.
 */
export type Cell = string | { number: string } | null;

/**
 * A text that no spreadsheet reads as a formula: if the first visible character begins one, an apostrophe is added
 * before it. Spreadsheets skip white space and line breaks, full-width characters count as the usual ones, and some
 * readers begin a new cell at a line break within a text.
 */
export const plainText = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- control characters before a sign do not protect from it
  /(^|[\r\n])[\s\u0000-\u001F\u200B\uFEFF]*[=+\-@|%＝＋－＠]/u.test(text) ? `'${text}` : text;

/** Minor units as a number in major units: 1205 with two digits is 12.05. */
export function decimal(amount: bigint, digits = 2): { number: string } {
  const figures = (amount < 0n ? -amount : amount).toString().padStart(digits + 1, '0');
  const whole = figures.slice(0, figures.length - digits);
  const sign = amount < 0n ? '-' : '';
  return { number: digits === 0 ? `${sign}${whole}` : `${sign}${whole}.${figures.slice(-digits)}` };
}
