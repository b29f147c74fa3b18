import { savedLists } from '@florin/contract/program/list-views';
import { expect, test } from 'vitest';
import { fieldsOf, queryOf } from './list-search.ts';

test.each(['business', 'own'] as const)('what can be saved of the list is what it can be filtered by: %s', (scope) => {
  const { parameters } = savedLists[scope === 'own' ? 'funding-requests' : 'requests'];
  const common = scope === 'own' ? ['sort'] : ['q', 'sort'];
  expect(new Set<string>(parameters)).toEqual(new Set([...common, ...Object.keys(fieldsOf(scope))]));
});

const person = '0190a000-0000-7000-8000-000000000001';
test.each([
  ['business', {}, { status: 'PENDING' }],
  [
    'business',
    { person, card: person, q: ' Lunch ' },
    { status: 'PENDING', membershipId: person, cardId: person, text: 'Lunch' },
  ],
  ['business', { kind: '!CARD', sort: 'asked' }, { status: 'PENDING', kind: 'FUNDING,LIMIT,UNBLOCK', order: 'ASC' }],
  ['own', {}, {}],
  ['own', { state: '!PENDING' }, { status: 'APPROVED,REJECTED,CANCELED,EXPIRED' }],
  ['own', { person, card: person, q: 'Lunch' }, {}],
] as const)('%s: %j asks for %j', (scope, search, query) => {
  expect(queryOf(scope, search)).toEqual(query);
});
