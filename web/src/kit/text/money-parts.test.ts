import { expect, test } from 'vitest';
import { moneyParts, moneyText, wholeMoneyText } from './money-parts.ts';

test.each([
  [4_821_055, 'USD', '$48,210', '.55'],
  [0, 'USD', '$0', '.00'],
  [5, 'USD', '$0', '.05'],
  [-300, 'USD', '−$3', '.00'],
  [1_999, 'JPY', '¥1,999', ''],
  [Number.MAX_SAFE_INTEGER, 'USD', '$90,071,992,547,409', '.91'],
])('%i %s is %s%s', (amount, currency, whole, fraction) => {
  expect(moneyParts({ amount, currency })).toEqual({ whole, fraction });
});

test.each([
  [520_679, 'USD', '$5,207'],
  [520_649, 'USD', '$5,206'],
  [-306_385, 'USD', '−$3,064'],
  [-49, 'USD', '$0'],
  [-50, 'USD', '−$1'],
  [1_999, 'JPY', '¥1,999'],
])('%i %s rounded is %s', (amount, currency, text) => {
  expect(wholeMoneyText({ amount, currency })).toBe(text);
});

test('a sign after the fraction stays with it', () => {
  expect(moneyText({ amount: 123_456, currency: 'EUR' }, 'de-DE')).toBe('1.234,56\u00a0€');
});
