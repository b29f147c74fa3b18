import { expect, test } from 'vitest';
import { daysOf, isFiltered, queryOf, viewOf, views, type View } from './list-search.ts';

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
  [{ fees: 'true' }, { hasFee: 'true' }],
  [{ sort: 'amount' }, { sort: 'AMOUNT', order: 'ASC' }],
  [{ sort: '-amount' }, { sort: 'AMOUNT' }],
  [{ sort: 'date' }, { order: 'ASC' }],
  [{ date: 'someday', status: 'GONE', amount: 'much', sort: 'color', fees: 'maybe' }, {}],
])('%j asks for %j', (search, query) => {
  expect(queryOf(search, today)).toEqual(query);
});

test.each([
  ['today', today, today],
  ['yesterday', '2026-11-18', '2026-11-18'],
  ['this-week', '2026-11-15', today],
  ['this-month', '2026-11-01', today],
  ['last-month', '2026-10-01', '2026-10-31'],
])('%s is %s to %s', (preset, from, to) => {
  expect(daysOf(preset, today)).toEqual({ from, to });
});

test('a view is the one whose filters the address has', () => {
  for (const name of Object.keys(views) as View[]) expect(viewOf(views[name])).toBe(name);
  expect(viewOf({ status: 'DECLINED', sort: 'amount', open: 'x' })).toBe('declined');
  expect(viewOf({ status: 'DECLINED', q: 'hotel' })).toBeNull();
  expect(isFiltered({ sort: 'amount', open: 'x' })).toBe(false);
  expect(isFiltered({ q: 'hotel' })).toBe(true);
});
