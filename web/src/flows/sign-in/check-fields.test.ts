import { expect, test } from 'vitest';
import { loginFieldError } from './check-fields.ts';

test.each([
  ['username', '', 'Username is required'],
  ['username', '  ', 'Username is required'],
  ['username', 'x'.repeat(81), 'Please enter at most 80 characters.'],
  ['username', 'a\u0000b', 'Please remove characters that cannot be used here.'],
  ['username', 'maya.chen@northwind.com', null],
  ['password', '', 'Password is required'],
  ['password', ' ', null],
  ['password', 'x'.repeat(257), 'Please enter at most 256 characters.'],
  ['password', '\ud800', 'Please remove characters that cannot be used here.'],
] as const)('%s %j: %s', (field, value, sentence) => {
  expect(loginFieldError(field, value)).toBe(sentence);
});
