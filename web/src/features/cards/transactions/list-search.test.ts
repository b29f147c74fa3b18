import { savedLists } from '@florin/contract/program/list-views';
import { expect, test } from 'vitest';
import { fieldsOf, queryOf } from './list-search.ts';

const zone = 'America/New_York';
const today = '2026-11-19';
const [one, two] = ['01990000-0000-7000-8000-000000000001', '01990000-0000-7000-8000-000000000002'];

test.each([
  [{}, {}],
  [{ q: '  camino ' }, { text: 'camino' }],
  [{ date: 'today' }, { from: '2026-11-19T05:00:00.000Z', to: '2026-11-20T05:00:00.000Z' }],
  [{ date: '2026-11-01..' }, { from: '2026-11-01T04:00:00.000Z' }],
  [{ date: '..2026-11-01' }, { to: '2026-11-02T05:00:00.000Z' }],
  [{ status: 'PENDING,DECLINED' }, { status: 'PENDING,DECLINED' }],
  [{ status: '!DECLINED,VOIDED' }, { status: 'PENDING,SETTLED,EXPIRED,RETURNED' }],
  [{ amount: '100..2500' }, { amountFrom: '100', amountTo: '2500' }],
  [{ amount: '..2500' }, { amountTo: '2500' }],
  [{ category: 'TRAVEL' }, { categoryGroup: 'TRAVEL' }],
  [{ merchant: ' Camino ' }, { merchant: 'Camino' }],
  [{ cardholder: `${one},${two},x,${one}` }, { membershipId: `${one},${two}` }],
  [{ card: one, cardholder: 'nobody' }, { cardId: one }],
  [{ fees: 'true' }, { hasFee: 'true' }],
  [{ fees: '!true' }, { hasFee: 'false' }],
  [{ sort: 'amount' }, { sort: 'AMOUNT', order: 'ASC' }],
  [{ sort: '-amount' }, { sort: 'AMOUNT' }],
  [{ sort: 'date' }, { order: 'ASC' }],
  [{ date: 'someday', status: 'GONE', amount: 'much', sort: 'color', fees: 'maybe' }, {}],
])('%j asks for %j', (search, query) => {
  expect(queryOf('business', search, zone, today)).toEqual(query);
});

test('a cardholder filters by card, and by no other person', () => {
  expect(queryOf('own', { cardholder: one, card: two }, zone)).toEqual({ cardId: two });
});

test('what can be saved of a list is what it can be filtered by', () => {
  const common = ['q', 'sort'];
  const { transactions, purchases } = savedLists;
  expect(new Set(transactions.parameters)).toEqual(new Set([...common, ...Object.keys(fieldsOf('business'))]));
  expect(new Set(purchases.parameters)).toEqual(new Set([...common, ...Object.keys(fieldsOf('own'))]));
});
