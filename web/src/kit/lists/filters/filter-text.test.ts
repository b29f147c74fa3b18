import fc from 'fast-check';
import { expect, test } from 'vitest';
import { typedAmount } from '../../forms/cents-of.ts';
import { filterText, parseAmount } from './filter-text.ts';
import type { Filter, FilterField } from './filters.ts';

const options = [
  ...['Travel', 'Lodging', 'Meals'].map((label) => ({ id: label.toLowerCase(), label })),
  { id: 'taxis', label: 'Taxis and local transport', short: 'Taxis' },
  { id: 'plumbing', label: 'Plumbing, heating' },
];
const category: FilterField = { kind: 'choice', label: 'Category', options };
const date: FilterField = { kind: 'date', label: 'Date', presets: [{ id: 'this-month', label: 'this month' }] };
const amount: FilterField = { kind: 'amount', label: 'Amount', currency: 'USD', digits: 2 };

test.each<[string, FilterField, Filter | undefined]>([
  ['contains hiton', { kind: 'text', label: 'Merchant' }, { kind: 'text', contains: 'hiton' }],
  ['is Travel', category, { kind: 'choice', not: false, of: ['travel'] }],
  ['is Travel, Lodging or Meals', category, { kind: 'choice', not: false, of: ['travel', 'lodging', 'meals'] }],
  ['is Taxis or “Plumbing, heating”', category, { kind: 'choice', not: false, of: ['taxis', 'plumbing'] }],
  ['is Plumbing, heating', category, { kind: 'choice', not: false, of: ['plumbing'] }],
  ['is not Meals', category, { kind: 'choice', not: true, of: ['meals'] }],
  ['is this month', date, { kind: 'date', preset: 'this-month' }],
  ['is since Nov 1', date, { kind: 'date', preset: null, from: '2026-11-01', to: null }],
  ['is at least $500.00', amount, { kind: 'amount', min: 50_000n, max: null }],
  ['is at most $12,345.67', amount, { kind: 'amount', min: null, max: 1_234_567n }],
  ['is between −$1.00 and $1.00', amount, { kind: 'amount', min: -100n, max: 100n }],
  ['is anything', category, undefined],
])('a filter reads %s', (sentence, field, filter) => {
  const { operator, value } = filterText(field, filter, '2026-11-19');
  expect(`${operator} ${value}`).toBe(sentence);
});

test.each([
  ['', 2, null],
  ['500', 2, 50_000n],
  ['$1,250.5', 2, 125_050n],
  ['12.', 2, 1200n],
  ['-3.10', 2, -310n],
  ['12.345', 2, undefined],
  ['1.5', 0, undefined],
  ['500', 0, 500n],
  ['five', 2, undefined],
  ['1e3', 2, undefined],
])('%j with %d digits is %s', (text, digits, expected) => {
  expect(parseAmount(text, digits)).toBe(expected);
});

test('an amount comes back as it was, whatever its digits', () => {
  const amounts = fc.bigInt({ min: -(10n ** 12n - 1n), max: 10n ** 12n - 1n });
  fc.assert(
    fc.property(amounts, fc.integer({ min: 0, max: 4 }), (given, digits) => {
      expect(parseAmount(typedAmount(given, digits), digits)).toBe(given);
    }),
  );
});
