import { savedLists } from '@florin/contract/program/list-views';
import { expect, test } from 'vitest';
import { fieldsOf, queryOf } from './list-search.ts';

test('what can be saved of the list is what it can be filtered by', () => {
  expect(new Set(savedLists.cards.parameters)).toEqual(new Set(['q', 'sort', ...Object.keys(fieldsOf([]))]));
});

test('holders and groups are ids; what is none is left out', () => {
  const [one, two] = ['01990000-0000-7000-8000-000000000001', '01990000-0000-7000-8000-000000000002'];
  expect(queryOf({ cardholder: `${one},${two},x`, group: `${one},x` })).toEqual({
    holder: `${one},${two}`,
    group: one,
  });
  expect(queryOf({ cardholder: 'nobody' })).toEqual({});
});
