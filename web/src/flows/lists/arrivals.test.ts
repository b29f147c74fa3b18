import { expect, test } from 'vitest';
import { keepPlaces } from './arrivals.ts';

/** A row is its id and, after a colon, what changes. */
const idOf = (row: string) => row.split(':')[0]!;
const rowsOf = (text: string) => text.split(' ').filter(Boolean);

test.each([
  ['nothing has changed', 'c b a', 'c b a', false, 'c b a', ''],
  ['a row changes in its place', 'c b:held a', 'c b:settled a', false, 'c b:settled a', ''],
  ['a row comes above', 'b a', 'c b a', false, 'b a', 'c'],
  ['a row comes between', 'c a', 'c b a', false, 'c a', 'b'],
  ['the next page is no arrival', 'd c', 'd c b a', false, 'd c b a', ''],
  ['the next page comes while rows wait', 'c b', 'd c b a', false, 'c b a', 'd'],
  ['a row leaves the list', 'c b a', 'c a', false, 'c a', ''],
  ['a row leaves and another one moves up', 'd c b', 'd b a', true, 'd b a', ''],
  ['a row is pushed to the next page', 'c b a', 'd c b', true, 'c b a', 'd'],
  ['as many rows are pushed as have come', 'd c b a', 'e d', true, 'd c', 'e'],
  ['the last row leaves a list without more', 'c b a', 'd c b', false, 'c b', 'd'],
  ['all rows are pushed away', 'b a', 'd c', true, 'b a', 'd c'],
  ['a row that waits still does, wherever it stands now', 'b a', 'a b w', false, 'b a', 'w'],
  ['another order leaves each row where it is', 'a:1 b:2 c:3', 'c:9 a:1 b:2', false, 'a:1 b:2 c:9', ''],
] as const)('%s', (_, shown, latest, hasMore, rows, arrived) => {
  const kept = keepPlaces(rowsOf(shown), ['w'], rowsOf(latest), idOf, hasMore);
  expect(kept).toEqual({ rows: rowsOf(rows), arrived: rowsOf(arrived) });
});
