import { expect, test } from 'vitest';
import { centsOf, tidied, typedAmount } from './cents-of.ts';

test.each([
  ['', null],
  ['  ', null],
  ['12', 1200],
  ['12.5', 1250],
  ['12.05', 1205],
  ['$1,284.50', 128450],
  ['$ 7', 700],
  ['0', 0],
  ['100000000.01', 10000000001],
])('%j is %j cents', (typed, cents) => expect(centsOf(typed)).toBe(cents));

test.each(['12.345', '1,28', '1.284,50', '-5', 'abc', '1e3', '12.', '٣'])('%j is no amount', (typed) =>
  expect(centsOf(typed)).toBeNaN(),
);

test.each([
  [2640, '26.40'],
  [5, '0.05'],
  [100000, '1000.00'],
])('%d cents are typed as %j', (cents, typed) => expect(typedAmount(cents)).toBe(typed));

test.each([
  ['1200', '1,200.00'],
  ['$7.5', '7.50'],
  ['1,284.50', '1,284.50'],
  ['', ''],
  ['12.345', '12.345'],
])('%j is written %j once it is typed', (typed, written) => expect(tidied(typed)).toBe(written));
