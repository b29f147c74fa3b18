/** '1,284.5' as 128450, in minor units of dollars; null for an empty field, NaN for anything else. */
export function centsOf(typed: string): number | null {
  const amount = typed.trim().replace(/^\$\s*/, '');
  if (amount === '') return null;
  if (!/^(\d{1,3}(,\d{3})+|\d{1,12})(\.\d{1,2})?$/.test(amount)) return Number.NaN;
  const [dollars = '', cents = ''] = amount.replaceAll(',', '').split('.');
  return Number(dollars + cents.padEnd(2, '0'));
}

/** Minor units as they are typed: 2640 as '26.40'. */
export function typedAmount(amount: bigint | number, digits = 2): string {
  const sign = amount < 0 ? '-' : '';
  const all = String(amount < 0 ? -amount : amount).padStart(digits + 1, '0');
  return digits === 0 ? `${sign}${all}` : `${sign}${all.slice(0, -digits)}.${all.slice(-digits)}`;
}

const grouped = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 });

/** What was typed as an amount is written: '1200' as '1,200.00'. What is no amount stays. */
export function tidied(typed: string): string {
  const cents = centsOf(typed);
  return cents === null || Number.isNaN(cents) ? typed : grouped.format(cents / 100);
}
