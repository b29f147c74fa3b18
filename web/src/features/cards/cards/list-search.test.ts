import { savedLists } from '@florin/contract/list-views';
import { expect, test } from 'vitest';
import { fieldsOf } from './list-search.ts';

test('what can be saved of the list is what it can be filtered by', () => {
  expect(new Set(savedLists.cards.parameters)).toEqual(new Set(['q', 'sort', ...Object.keys(fieldsOf([]))]));
});
