import { expect, test } from 'vitest';
import { codeDigits } from './code-text.ts';

test.each([
  ['123456', '123456'],
  ['123 456', '123456'],
  [' 123-456 ', '123456'],
  ['123.456', '123456'],
  ['1 2 3 4 5 6', '123456'],
  ['１２３４５６', '123456'],
  ['Your Secure Access Code is 123456. It expires in 10 minutes.', '123456'],
  ['Northwind 24/7: code 654 321, valid for 10 minutes', '654321'],
  ['In 10 minutes 123456 expires', '123456'],
  ['12a3', '123'],
  ['1234567', '123456'],
  ['no digits', ''],
  ['', ''],
])('%j gives %j', { tags: '@5.4' }, (text, code) => {
  expect(codeDigits(text, 6)).toBe(code);
});
