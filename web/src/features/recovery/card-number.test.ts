import { expect, test } from 'vitest';
import { looksLikeCardNumber } from './card-number.ts';

test.each([
  ['16 digits', '4111111111111111'],
  ['16 digits with spaces', '4111 1111 1111 1111'],
  ['16 digits with dashes and a wrong check digit', '4111-1111-1111-1112'],
  ['16 digits in white space', ' 1234567890123456 '],
  ['13 digits that pass Luhn', '4222222222222'],
  ['15 digits that pass Luhn', '378282246310005'],
  ['19 digits that pass Luhn', '6011000990139424009'],
])('%s look like a card number', (_, typed) => {
  expect(looksLikeCardNumber(typed)).toBe(true);
});

test.each([
  ['a name', 'admin'],
  ['15 digits that fail Luhn', '378282246310006'],
  ['19 digits that fail Luhn', '6011000990139424000'],
  ['12 digits', '411111111117'],
  ['20 digits', '41111111111111111111'],
  ['digits after a letter', 'a4111111111111111'],
  ['digits with dots', '4111.1111.1111.1111'],
  ['nothing', ''],
])('%s: no card number', (_, typed) => {
  expect(looksLikeCardNumber(typed)).toBe(false);
});
