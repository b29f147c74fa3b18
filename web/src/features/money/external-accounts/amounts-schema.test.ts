import * as v from 'valibot';
import { expect, test } from 'vitest';
import { AmountText } from './amounts-schema.ts';

test.each([
  ['0.32', 32],
  ['.32', 32],
  ['$0.32', 32],
  ['$ 0,07', 7],
  [' 32 ', 32],
  ['7', 7],
  ['07', 7],
  ['57', 57],
  ['0.5', 50],
  ['.5', 50],
  [',5', 50],
  ['$.50', 50],
  ['00.57', 57],
  ['0.05', 5],
  ['57¢', 57],
  ['57 ¢', 57],
  ['5c', 5],
  ['1 cent', 1],
  ['57 Cents', 57],
])('%s is %d cents', (text, cents) => {
  expect(v.parse(AmountText, text)).toBe(cents);
});

test.each([
  ['', 'missing'],
  ['0', 'format'],
  ['0.00', 'format'],
  ['.', 'format'],
  ['0.', 'format'],
  ['.0', 'format'],
  ['0 cents', 'format'],
  ['0.570', 'format'],
  ['0.057', 'format'],
  ['.57¢', 'format'],
  ['5 7', 'format'],
  ['1.00', 'format'],
  ['57.00', 'format'],
  ['$57', 'format'],
  ['1.32', 'format'],
  ['$32', 'format'],
  ['100', 'format'],
  ['-5', 'format'],
  ['abc', 'format'],
])('%s is none: %s', (text, problem) => {
  expect(v.safeParse(AmountText, text).issues?.[0].message).toBe(problem);
});
