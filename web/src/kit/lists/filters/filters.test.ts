import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  amountBetween,
  formatFilters,
  formatSort,
  parseFilters,
  parseSort,
  type Filter,
  type FilterFields,
  type FiltersOf,
} from './filters.ts';

const fields = {
  merchant: { kind: 'text', label: 'Merchant' },
  category: {
    kind: 'choice',
    label: 'Category',
    options: [
      { id: 'travel', label: 'Travel' },
      { id: 'meals', label: 'Meals' },
      { id: 'lodging', label: 'Lodging' },
    ],
  },
  holder: { kind: 'choice', label: 'Cardholder' },
  date: { kind: 'date', label: 'Date', presets: [{ id: 'this-month', label: 'this month' }] },
  amount: { kind: 'amount', label: 'Amount', currency: 'USD', digits: 2 },
} satisfies FilterFields;

test.each<[Record<string, unknown>, FiltersOf<typeof fields>]>([
  [{}, {}],
  [{ merchant: 'hiton' }, { merchant: { kind: 'text', contains: 'hiton' } }],
  [{ merchant: 711 }, { merchant: { kind: 'text', contains: '711' } }],
  [{ merchant: '  ' }, {}],
  [{ merchant: ['hiton'] }, {}],
  [{ category: 'travel,meals' }, { category: { kind: 'choice', not: false, of: ['travel', 'meals'] } }],
  [{ category: '!meals' }, { category: { kind: 'choice', not: true, of: ['meals'] } }],
  [{ category: 'travel,space,travel' }, { category: { kind: 'choice', not: false, of: ['travel'] } }],
  [{ category: 'space' }, {}],
  [{ holder: 'a%2cb,c' }, { holder: { kind: 'choice', not: false, of: ['a,b', 'c'] } }],
  [{ holder: '%252c,%21' }, { holder: { kind: 'choice', not: false, of: ['%2c', '!'] } }],
  [{ date: 'this-month' }, { date: { kind: 'date', preset: 'this-month' } }],
  [{ date: 'last-month' }, {}],
  [{ date: '2026-11-01..' }, { date: { kind: 'date', preset: null, from: '2026-11-01', to: null } }],
  [{ date: '2026-11-30..2026-11-01' }, { date: { kind: 'date', preset: null, from: '2026-11-01', to: '2026-11-30' } }],
  [{ date: '2026-02-30..' }, {}],
  [{ amount: '50000..' }, { amount: { kind: 'amount', min: 50_000n, max: null } }],
  [{ amount: '200..100' }, { amount: { kind: 'amount', min: 100n, max: 200n } }],
  [{ amount: '-100..0' }, { amount: { kind: 'amount', min: -100n, max: 0n } }],
  [{ amount: '5' }, {}],
  [{ amount: '..' }, {}],
  [{ amount: '1e3..' }, {}],
  [{ toString: 'x', unknown: 'y' }, {}],
])('%j is read as filters', (search, filters) => {
  expect(parseFilters(fields, search)).toEqual(filters);
});

const day = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const amount = fc.bigInt({ min: -(10n ** 15n - 1n), max: 10n ** 15n - 1n });
const some = <T>(filter: fc.Arbitrary<T>) => fc.option(filter, { nil: undefined });
const spans = fc
  .tuple(fc.option(day), fc.option(day))
  .filter(([from, to]) => from !== null || to !== null)
  .map(([from, to]) => (from !== null && to !== null && from > to ? [to, from] : [from, to]))
  .map(([from, to]): Filter => ({ kind: 'date', preset: null, from: from ?? null, to: to ?? null }));
const filtersOfAllKinds = fc.record({
  merchant: some(
    fc
      .string({ minLength: 1 })
      .map((text) => text.trim())
      .filter((text) => text !== '')
      .map((contains): Filter => ({ kind: 'text', contains })),
  ),
  category: some(
    fc
      .tuple(fc.boolean(), fc.uniqueArray(fc.constantFrom('travel', 'meals', 'lodging'), { minLength: 1 }))
      .map(([not, of]): Filter => ({ kind: 'choice', not, of })),
  ),
  holder: some(
    fc
      .tuple(fc.boolean(), fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1 }))
      .map(([not, of]): Filter => ({ kind: 'choice', not, of })),
  ),
  date: some(fc.oneof(fc.constant<Filter>({ kind: 'date', preset: 'this-month' }), spans)),
  amount: some(
    fc
      .tuple(fc.option(amount), fc.option(amount))
      .map(([min, max]) => amountBetween(min, max))
      .filter((filter) => filter !== null),
  ),
});

test('every filter comes back from its address as it was', () => {
  fc.assert(
    fc.property(filtersOfAllKinds, (given) => {
      const filters = Object.fromEntries(
        Object.entries(given).filter(([, filter]) => filter !== undefined),
      ) as FiltersOf<typeof fields>;
      const address = new URLSearchParams(formatFilters(fields, filters) as Record<string, string>);
      expect(parseFilters(fields, Object.fromEntries(address))).toEqual(filters);
    }),
  );
});

test.each(['%2c', 'a,b', '!a', '%', '%252c'])('the id %s is read as it was written, in any position', (id) => {
  const filters: FiltersOf<typeof fields> = { holder: { kind: 'choice', not: false, of: [id, 'b', `${id}${id}`] } };
  expect(parseFilters(fields, formatFilters(fields, filters))).toEqual(filters);
});

test('any address is read, and its filters are written the same from then on', () => {
  const values = fc.oneof(
    fc.string(),
    fc.integer(),
    fc.anything(),
    fc.constantFrom('..', '!', ',', '!,', '%2', '1..2'),
  );
  const searches = fc.record({ merchant: values, category: values, holder: values, date: values, amount: values });
  fc.assert(
    fc.property(searches, (search) => {
      const filters = parseFilters(fields, search);
      expect(parseFilters(fields, formatFilters(fields, filters))).toEqual(filters);
    }),
  );
});

test.each([
  ['date', { column: 'date', direction: 'ascending' }],
  ['-date', { column: 'date', direction: 'descending' }],
  ['secret', null],
  ['', null],
  [7, null],
] as const)('%j is the order %j', (value, sort) => {
  expect(parseSort(value, ['date', 'amount'])).toEqual(sort);
  if (sort) expect(formatSort(sort)).toBe(value);
});
