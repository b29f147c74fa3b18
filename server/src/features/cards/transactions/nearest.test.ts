import { expect, test } from 'vitest';
import { distance, nearestNames } from './nearest.ts';

test.each([
  ['hilton', 'hilton', 0],
  ['hiton', 'hilton', 1],
  ['hliton', 'hilton', 1],
  ['hiltonn', 'hilton', 1],
  ['hxltxn', 'hilton', 2],
  ['', 'ab', 2],
])('from %s to %s it takes %i', (one, other, steps) => {
  expect(distance(one, other, 2)).toBe(steps);
  expect(distance(other, one, 2)).toBe(steps);
});

test('further than the bound is above it, whatever the length', () => {
  expect(distance('hilton', 'marriott', 2)).toBeGreaterThan(2);
  expect(distance('a'.repeat(5), 'a'.repeat(80), 2)).toBe(3);
});

const names = [
  { name: 'Hilton Garden Inn', transactions: 2 },
  { name: 'Hiltop Bakery', transactions: 9 },
  { name: 'Hôtel des Tilleuls', transactions: 4 },
  { name: 'Union Square Suites', transactions: 3 },
  { name: 'Uber', transactions: 50 },
];
test.each([
  ['hiton', ['Hilton Garden Inn']],
  ['hilton', ['Hiltop Bakery']],
  ['Hotel des Tileuls', ['Hôtel des Tilleuls']],
  ['unoin square', ['Union Square Suites']],
  ['ubr', ['Uber']],
  ['hi', []],
  ['zebra', []],
  ['   ', []],
])('%s: %j', (typed, found) => {
  expect(nearestNames(typed, names, 3).map(({ name }) => name)).toEqual(found);
});

test('the nearest comes first, then the more frequent', () => {
  const near = [
    { name: 'Alpine', transactions: 1 },
    { name: 'Alpina', transactions: 5 },
    { name: 'Alpinx', transactions: 3 },
  ];
  expect(nearestNames('alpinq', near, 2).map(({ name }) => name)).toEqual(['Alpina', 'Alpinx']);
});
