import { expect, test } from 'vitest';
import { isObviousPin } from './pin.ts';

test.each([
  ['1234', true],
  ['4321', true],
  ['0123', true],
  ['6789', true],
  ['0000', true],
  ['7777', true],
  // Of May 28, 1984.
  ['1984', true],
  ['0528', true],
  ['2805', true],
  ['0584', true],
  ['8405', true],
  ['2884', true],
  ['8428', true],
  // The end of the card number.
  ['4821', true],
  ['1357', false],
  ['1235', false],
  ['9012', false],
  ['1948', false],
  ['7391', false],
])('PIN %s is obvious: %j', (pin, isObvious) => {
  expect(isObviousPin(pin, { lastFour: '4821', birthdate: '1984-05-28' })).toBe(isObvious);
});

test('without a birthdate, its digits are no matter', () => {
  expect(isObviousPin('0528', { lastFour: '4821', birthdate: null })).toBe(false);
});
