import { expect, test } from 'vitest';
import { queryOf } from './list-search.ts';

const today = '2026-11-19';

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
  [{ fees: 'true' }, { hasFee: 'true' }],
  [{ fees: '!true' }, { hasFee: 'false' }],
  [{ sort: 'amount' }, { sort: 'AMOUNT', order: 'ASC' }],
  [{ sort: '-amount' }, { sort: 'AMOUNT' }],
  [{ sort: 'date' }, { order: 'ASC' }],
  [{ date: 'someday', status: 'GONE', amount: 'much', sort: 'color', fees: 'maybe' }, {}],
])('%j asks for %j', (search, query) => {
  expect(queryOf(search, today)).toEqual(query);
});
