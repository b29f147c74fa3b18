import { expect, test } from 'vitest';
import { readAmount } from './read-amount.ts';

test.each([
  ['', 2, null],
  ['50', 2, 5000],
  ['$ 50', 2, 5000],
  ['3.5', 2, 350],
  ['1,250.50', 2, 125_050],
  ['12,345,678', 2, 1_234_567_800],
  ['3,50', 2, undefined],
  ['3,500', 2, 350_000],
  ['1,2345', 2, undefined],
  ['3.505', 2, undefined],
  ['3.5', 0, undefined],
  ['400', 0, 400],
  ['0', 2, undefined],
  ['-5', 2, undefined],
  ['12 34', 2, undefined],
  ['ten', 2, undefined],
])('%j with %i digits is %j', (text, digits, amount) => {
  expect(readAmount(text, digits)).toBe(amount);
});
