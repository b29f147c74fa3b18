import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holdsCardNumber, looksLikeCardNumber } from './card-number.ts';

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

test.each([
  '4111111111111111',
  'Pay with 4111 1111 1111 1111, please',
  '4111.1111.1111.1111',
  '4111_1111_1111_1111',
  '4111/1111/1111/1111',
  '4111 - 1111 - 1111 - 1111',
  '4111\n1111\n1111\n1111',
  '4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1',
  '4111\u200b1111\u200b1111\u200b1111',
  '４１１１　１１１１　１１１１　１１１１',
  '378282.246310005',
  '12/29 4111 1111 1111 1111 123',
  'card4111111111111111x',
  '1234567890123456',
  '4111+1111 (1111): 1111',
  '4111 1111 1111 1112',
  '3782 822463 10005',
  '41-111-11111-11111-1',
  '٤١١١ ١١١١ ١١١١ ١١١١',
  '⑷①①①1111𝟣𝟣𝟣𝟣1111',
  `4111${' '.repeat(10)}1111${'\n'.repeat(10)}1111${'.'.repeat(10)}1111`,
])('%j holds a card number', (words) => {
  expect(holdsCardNumber(words)).toBe(true);
});

test.each([
  '',
  'INV-2026-0042',
  'Call +1 555 010 0123 by 6 p.m.',
  '411111111111',
  'four 1111, then 1111',
  '4222222222223',
  'Due 2026-11-30: $1,284.50 (+1 555 010 0123)',
  '2026-11-30: $1,285.50',
])('%j holds no card number', (words) => {
  expect(holdsCardNumber(words)).toBe(false);
});

const separator = fc.string({
  unit: fc.constantFrom(' ', '\n', '.', '-', '_', '/', '(', '\u200b', '\u3000', '😀', '\u0301'),
  minLength: 1,
  maxLength: 40,
});
const group = fc.stringMatching(/^[0-9]{4}$/);

test('sixteen digits in four groups are a card number whatever separates them', () => {
  fc.assert(
    fc.property(
      fc.tuple(group, group, group, group),
      fc.tuple(separator, separator, separator),
      ([first, ...rest], between) => {
        expect(holdsCardNumber(first + rest.map((each, i) => between[i]! + each).join(''))).toBe(true);
      },
    ),
  );
});
