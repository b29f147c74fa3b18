import { moneyText } from '../../text/money-parts.ts';
import { spanText } from '../../pickers/date-span.ts';
import type { Choice, Filter, FilterField } from './filters.ts';
import { kitListWords } from '../../../messages/en/kit/kit-lists.ts';

const words = kitListWords.filters;

/**
 * A filter as a sentence: 'Date' 'is' 'this month', 'Status' 'is not' 'Declined', 'Category' 'is' 'Travel or Meals'.
 * @param today an ISO date; days of another year are shown with the year
 * @param labels the names of found things
 */
export function filterText(
  field: FilterField,
  filter: Filter | undefined,
  today: string,
  labels: readonly Choice[] = [],
): { operator: string; value: string } {
  if (filter?.kind === 'text') return { operator: words.contains, value: filter.contains };
  if (filter?.kind === 'choice' && field.kind === 'choice') {
    const names = filter.of.map((id) => {
      const option = field.options?.find((each) => each.id === id);
      return option?.short ?? option?.label ?? id;
    });
    return { operator: filter.not ? words.isNot : words.is, value: listed(names) };
  }
  if (filter?.kind === 'found') {
    const names = filter.of.map((id) => labels.find((label) => label.id === id)?.label ?? words.unnamed);
    const more = names.length - namedAtMost;
    return { operator: words.is, value: listed(more > 1 ? [...names.slice(0, namedAtMost), words.more(more)] : names) };
  }
  if (filter?.kind === 'date' && field.kind === 'date') {
    const named = field.presets.find(({ id }) => id === filter.preset)?.label;
    const days = filter.preset === null ? spanText(filter, today) : (named ?? filter.preset);
    return { operator: words.is, value: days };
  }
  if (filter?.kind === 'amount' && field.kind === 'amount') {
    const { min, max } = filter;
    const text = (amount: bigint) => moneyText({ amount: Number(amount), currency: field.currency });
    if (min !== null && max !== null)
      return { operator: words.between, value: `${text(min)} ${words.and} ${text(max)}` };
    if (min !== null) return { operator: words.atLeast, value: text(min) };
    if (max !== null) return { operator: words.atMost, value: text(max) };
  }
  return { operator: words.is, value: words.any };
}

/** A chip with more names than this counts the others. */
const namedAtMost = 2;

/** Of several names, one with a comma is in quotation marks: its comma does not end it. */
const listed = (names: readonly string[]) =>
  new Intl.ListFormat('en-US', { type: 'disjunction' })
    .format(names.map((name) => (names.length > 1 && name.includes(',') ? `“${name}”` : name)))
    .replace(', or ', ' or ');

/**
 * A typed amount in minor units: '1,250.5' is 125050 with two digits. Null for an empty text, undefined for anything
 * else.
 */
export function parseAmount(text: string, digits: number): bigint | null | undefined {
  const typed = text.replaceAll(/[\s,$]/g, '');
  if (typed === '') return null;
  const found = /^(-?)(\d{1,12})(?:\.(\d*))?$/.exec(typed);
  const [, sign = '', whole = '', fraction = ''] = found ?? [];
  if (!found || fraction.length > digits) return undefined;
  return BigInt(`${sign}${whole}${fraction.padEnd(digits, '0')}`);
}
