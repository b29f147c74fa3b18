import { savedLists } from '@florin/contract/program/list-views';
import { expect, test } from 'vitest';
import { fieldsOf, orderOf, queryOf } from './list-search.ts';

test('what can be saved of the list is what it can be filtered by', () => {
  expect(new Set(savedLists.cards.parameters)).toEqual(new Set(['q', 'sort', ...Object.keys(fieldsOf([]))]));
});

test('holders and groups are ids; what is none is left out', () => {
  const [one, two] = ['01990000-0000-7000-8000-000000000001', '01990000-0000-7000-8000-000000000002'];
  expect(queryOf({ cardholder: `${one},${two},x`, group: `${one},x` }, orderOf(false))).toEqual({
    holder: `${one},${two}`,
    group: one,
  });
  expect(queryOf({ cardholder: 'nobody' }, orderOf(false))).toEqual({});
});

test.each([
  [true, undefined, { sort: 'USED' }],
  [false, undefined, {}],
  [true, '-issued', {}],
  [true, 'used', { sort: 'USED', order: 'ASC' }],
])('cards are sorted by last use where that may be seen (%s), unless the address says otherwise: %s', (...of) => {
  const [showsUsage, sort, query] = of;
  expect(queryOf({ sort }, orderOf(showsUsage))).toEqual(query);
});
