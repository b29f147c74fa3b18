import type { Money } from '@florin/contract/money';

/** An amount of US dollars, in cents. */
export const usd = (amount: number): Money => ({ amount, currency: 'USD' });

/** An amount for reading: `whole` is '$48,210' or '−$3', `fraction` is '.55', or empty for a currency without one. */
export interface MoneyParts {
  whole: string;
  fraction: string;
}

/** Formats whole minor units without converting to binary fractions. */
export function moneyParts({ amount, currency }: Money, locale = 'en-US'): MoneyParts {
  const { format, digits } = formatOf(locale, currency);
  // A decimal string is formatted exactly, whereas dividing by a power of ten would round large amounts.
  const decimal = `${BigInt(amount)}E-${digits}`;
  const parts = format.formatToParts(decimal as Intl.StringNumericLiteral);
  const point = parts.findIndex((part) => part.type === 'decimal');
  const end = point === -1 ? parts.length : point + 2;
  const start = point === -1 ? parts.length : point;
  // Text that follows the fraction in some locales (a currency sign) stays with it.
  return {
    whole: join(parts.slice(0, start)).replace('-', '−'),
    fraction: join(parts.slice(start, end)) + join(parts.slice(end)),
  };
}

interface Format {
  format: Intl.NumberFormat;
  /** Of the fraction. */
  digits: number;
}

const formats = new Map<string, Format>();

/** Each is made once: a list has hundreds of amounts. */
function formatOf(locale: string, currency: string): Format {
  const key = `${locale} ${currency}`;
  const known = formats.get(key);
  if (known) return known;
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency });
  const made = { format, digits: format.resolvedOptions().maximumFractionDigits ?? 2 };
  formats.set(key, made);
  return made;
}

const join = (parts: Intl.NumberFormatPart[]) => parts.map((part) => part.value).join('');

/** An amount rounded to whole units: '$5,207', for labels of charts. */
export function wholeMoneyText({ amount, currency }: Money, locale = 'en-US'): string {
  const unit = 10 ** formatOf(locale, currency).digits;
  const rounded = Math.sign(amount) * Math.round(Math.abs(amount) / unit) * unit;
  return moneyParts({ amount: rounded, currency }, locale).whole;
}

/** An amount as one string, for labels and titles. */
export function moneyText(money: Money, locale?: string): string {
  const { whole, fraction } = moneyParts(money, locale);
  return whole + fraction;
}
