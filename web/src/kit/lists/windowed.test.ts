import { expect, test } from 'vitest';
import { blockHeights, drawnBlocks, rowsPerBlock } from './windowed.ts';

const heights = Array.from({ length: 50 }, () => 1200);

test.each([
  ['at the top', 0, null, [0, 1]],
  ['above the list', -5000, null, []],
  ['just above it', -1400, null, [0]],
  ['in the middle', 30_000, null, [24, 25, 26]],
  ['at the end', 60_000 - 900, null, [48, 49]],
  ['with the focus far away', 30_000, 2, [2, 24, 25, 26]],
  ['with the focus in sight', 30_000, 25, [24, 25, 26]],
] as const)('%s', (_, top, focused, drawn) => {
  expect(drawnBlocks(heights, top, 900, focused)).toEqual(drawn);
});

test('blocks of their own heights are found where they stand', () => {
  expect(drawnBlocks([3000, 10, 10, 3000, 3000], 3000, 900, null)).toEqual([0, 1, 2, 3]);
});

test('a short list is drawn as a whole, an empty one not at all', () => {
  expect(drawnBlocks([420], 0, 900, null)).toEqual([0]);
  expect(drawnBlocks([], 0, 900, null)).toEqual([]);
});

test('what has not been drawn is as high as its rows are on average, the last block with fewer of them', () => {
  expect(blockHeights(rowsPerBlock * 3 + 5, new Map([[0, rowsPerBlock * 60]]), [])).toEqual([
    ...[0, 1, 2].map(() => rowsPerBlock * 60),
    5 * 60,
  ]);
});

test('what was measured once stays, what is measured now counts', () => {
  const before = blockHeights(rowsPerBlock * 3, new Map([[0, 1300]]), []);
  expect(blockHeights(rowsPerBlock * 3, new Map([[1, 1500]]), before)).toEqual([1300, 1500, 1300]);
  expect(blockHeights(0, new Map(), [])).toEqual([]);
});
