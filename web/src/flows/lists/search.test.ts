import * as v from 'valibot';
import { expect, test } from 'vitest';
import { listSearch } from './search-schema.ts';
import {
  changeTo,
  isChanged,
  isFiltered,
  sortIn,
  viewOf,
  viewSearch,
  withoutFilters,
  type ListView,
} from './search.ts';

test('control characters in an address are ignored', () => {
  const schema = listSearch('merchant');
  expect(v.parse(schema, { q: '\0', merchant: 'Ce\0dar', other: 'x' })).toEqual({ q: '', merchant: 'Cedar' });
});

const all: ListView = { id: 'all', label: 'All', search: {} };
const declined: ListView = { id: 'declined', label: 'Declined', search: { status: 'DECLINED' } };
const saved: ListView = { id: 'v1', label: 'Hotels', search: { category: 'LODGING', sort: '-amount' } };
const views = [all, declined, saved];

test.each([
  [{}, 'all'],
  [{ sort: 'amount', open: 'x', hide: 'card' }, 'all'],
  [{ theme: 'legacy', themeDebug: '1', tourDebug: '1' }, 'all'],
  [{ status: 'DECLINED', sort: 'amount', open: 'x' }, 'declined'],
  [{ status: 'DECLINED', q: 'hotel' }, undefined],
  [{ view: 'v1', q: 'hotel' }, 'v1'],
  [{ view: 'gone', status: 'DECLINED' }, 'declined'],
] as const)('%j is the view %s', (search, id) => {
  expect(viewOf(search, views)?.id).toBe(id);
});

test('an order is part of a view, and leaves no row out', () => {
  expect(isFiltered({ theme: 'legacy' })).toBe(false);
  expect(isFiltered({ sort: 'amount', open: 'x', view: 'v1', hide: 'card' })).toBe(false);
  expect(isFiltered({ q: 'hotel' })).toBe(true);
  expect(viewSearch({ q: 'hotel', sort: 'amount', open: 'x', view: 'v1' })).toEqual({ q: 'hotel', sort: 'amount' });
  expect(isChanged({ category: 'LODGING', sort: '-amount', open: 'x' }, saved)).toBe(false);
  expect(isChanged({ category: 'LODGING' }, saved)).toBe(true);
  expect(isChanged({ category: 'LODGING', sort: '-amount', q: 'inn' }, saved)).toBe(true);
});

test('a view replaces filters and order, and clearing leaves the order', () => {
  const search = { q: 'hotel', status: 'PENDING', sort: 'date', open: 'x' };
  expect(changeTo(saved, search, true)).toEqual({
    q: null,
    status: null,
    sort: '-amount',
    category: 'LODGING',
    view: 'v1',
  });
  expect(changeTo(all, search)).toEqual({ q: null, status: null, sort: null, view: null });
  expect(withoutFilters(search)).toEqual({ q: null, status: null, view: null });
});

test('an order by another column is the list’s own', () => {
  const own = { column: 'date', direction: 'descending' } as const;
  expect(sortIn({ sort: 'color' }, ['date'], own)).toBe(own);
  expect(sortIn({ sort: 'date' }, ['date'], own)).toEqual({ column: 'date', direction: 'ascending' });
});
