import { expect, test } from 'vitest';
import { harmless } from './rules.ts';

test.each([
  ['4000 1234 5678 9010 was refused', '[number] was refused'],
  ['for 4000123456789010', 'for [number]'],
  ['4000.1234.5678.9010', '[number]'],
  ['4000/1234/5678/9010', '[number]'],
  ['4000_1234_5678_9010', '[number]'],
  ['4000\u00a01234\u00a05678\u00a09010', '[number]'],
  ['4000\u200b1234\u200b5678\u200b9010', '[number]'],
  ['4000 - 1234 - 5678 - 9010', '[number]'],
  ['４０００１２３４５６７８９０１０', '[number]'],
  ['4000    1234    5678    9010', '[number]'],
  ['4000\n1234\r\n5678\n\n9010', '[number]'],
  ['4000\u115f1234\u115f5678\u115f9010', '[number]'],
  ['1 of 4000 1234 5678 9011, mistyped', '1 of [number], mistyped'],
  ['maya＠example.com cannot', '[address] cannot'],
  ['Bearer ses_0123456789abcdef\u00ad0123456789abcdef0123', 'Bearer [token]'],
  ['one\u2028two\u2029three\u0085four', 'one two three four'],
  ['one\u202etwo\u2066three', 'onetwothree'],
  ['maya.chen@example.com cannot', '[address] cannot'],
  [
    'at https://cards.example.com/reset-password?code=s3cret#x here',
    'at https://cards.example.com/reset-password here',
  ],
  ['Bearer ses_0123456789abcdef0123456789abcdef0123', 'Bearer [token]'],
  ['one\r\u001b[31mtwo', 'one [31mtwo'],
  [
    'x is not a function\n    at assets/index-1a2b3c.js:1:204',
    'x is not a function\n    at assets/index-1a2b3c.js:1:204',
  ],
])('%j is logged as %j', (reported, logged) => {
  expect(harmless(reported)).toBe(logged);
});
