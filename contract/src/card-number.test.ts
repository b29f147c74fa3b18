import { expect, test } from 'vitest';
import { looksLikeCardNumber } from './card-number.ts';

test.each([
  ['4111111111111111', 'sixteen digits that pass the Luhn check'],
  ['1234567890123456', 'sixteen digits that fail it'],
  ['4111 1111 1111 1111', 'in groups'],
  ['4111-1111-1111-1111', 'with dashes'],
  ['4111–1111–1111–1111', 'with long dashes'],
  [' 4111111111111111\t', 'in white space'],
  ['４１１１１１１１１１１１１１１１', 'in full width'],
  ['4222222222222', 'thirteen that pass'],
  ['378282246310005', 'fifteen that pass'],
  ['6304000000000000000', 'nineteen that pass'],
])('%j looks like a card number: %s', (typed) => {
  expect(looksLikeCardNumber(typed)).toBe(true);
});

test.each([
  ['', 'nothing'],
  ['admin', 'a name'],
  ['411111111111', 'twelve digits'],
  ['4222222222223', 'thirteen that fail'],
  ['378282246310006', 'fifteen that fail'],
  ['41111111111111111111', 'twenty digits'],
  ['4111111111111111a', 'a letter after it'],
  ['4111.1111.1111.1111', 'dots between'],
])('%j does not: %s', (typed) => {
  expect(looksLikeCardNumber(typed)).toBe(false);
});
