import { expect, test } from 'vitest';
import { axisMoney, scaleOf } from './scale.ts';

test.each([
  [[0, 53_000], { from: 0, to: 60_000, lines: [0, 20_000, 40_000, 60_000] }],
  [[0, 90], { from: 0, to: 100, lines: [0, 50, 100] }],
  [[-30, 90], { from: -50, to: 100, lines: [-50, 0, 50, 100] }],
  [[0, 0], { from: 0, to: 100_00, lines: [0, 100_00] }],
])('%j has round lines around it', (values, scale) => {
  expect(scaleOf(values)).toEqual(scale);
});

test('without zero the axis begins below the least value', () => {
  const { from, to } = scaleOf([41_935, 57_575], { zero: false });
  expect([from, to]).toEqual([40_000, 60_000]);
});

test.each([
  [0, '$0'],
  [2_000_00, '$2k'],
  [45_500_00, '$45.5k'],
  [1_250_000_00, '$1.25M'],
  [-500_00, '−$500'],
])('%i minor units are %s on an axis', (cents, text) => {
  expect(axisMoney(cents)).toBe(text);
});
