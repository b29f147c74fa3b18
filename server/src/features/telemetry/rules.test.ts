import { expect, test } from 'vitest';
import { harmless } from './rules.ts';

test.each([
  ['4000 1234 5678 9010 was refused', '[number] was refused'],
  ['for 4000123456789010', 'for [number]'],
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
])('%j is logged as %j', (said, logged) => {
  expect(harmless(said)).toBe(logged);
});
