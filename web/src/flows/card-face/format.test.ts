import { expect, test } from 'vitest';
import { expiryOf, filledIn, inGroups, networkOf } from './format.ts';

test('a card number has four groups of four', { tags: '@2.vendor.7' }, () => {
  expect(inGroups('4000001212345672')).toBe('4000 0012 1234 5672');
});

test('expiry is MM/yyyy, whatever the time zone', { tags: '@2.vendor.9' }, () => {
  expect(expiryOf('2030-09-30')).toBe('09/2030');
  expect(expiryOf('2031-01-01')).toBe('01/2031');
});

test.each([
  ['', '•••• •••• •••• ••••'],
  ['40000', '4000 0••• •••• ••••'],
  ['40000012123456729', '4000 0012 1234 5672'],
])('a card fills in as %j is typed', (digits, shown) => {
  expect(filledIn(digits)).toBe(shown);
});

test.each([
  ['4', 'Visa'],
  ['5', null],
  ['55', 'Mastercard'],
  ['2221', 'Mastercard'],
  ['', null],
])('the network of %j is %s', (digits, network) => {
  expect(networkOf(digits)).toBe(network);
});
