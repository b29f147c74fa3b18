/**
 * A typed amount in minor units, as people write it in the United States: '1,250.5' is 125050 with two digits. A comma
 * must be followed by three digits, so that '3,50' is refused and never read as 350. Null for an empty text, undefined
 * for anything that is not an amount above zero.
 */
export function readAmount(text: string, digits: number): number | null | undefined {
  const typed = text.trim().replace(/^\$\s*/, '');
  if (typed === '') return null;
  const found = /^(\d{1,9}|\d{1,3}(?:,\d{3}){1,2})(?:\.(\d*))?$/.exec(typed);
  const [, whole = '', fraction = ''] = found ?? [];
  if (!found || fraction.length > digits) return undefined;
  const amount = Number(whole.replaceAll(',', '') + fraction.padEnd(digits, '0'));
  return amount > 0 ? amount : undefined;
}
