import { savedLists } from '@florin/contract/list-views';
import { expect, test } from 'vitest';
import { fieldsOf } from './list-search.ts';

test.each(['business', 'own'] as const)('what can be saved of the list is what it can be filtered by: %s', (scope) => {
  const { parameters } = savedLists[scope === 'own' ? 'funding-requests' : 'requests'];
  const common = scope === 'own' ? ['sort'] : ['q', 'sort'];
  expect(new Set<string>(parameters)).toEqual(new Set([...common, ...Object.keys(fieldsOf(scope))]));
});
