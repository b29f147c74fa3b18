import { expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { allowedCountries } from './phone-countries.ts';
import { isTextable, textablePhone } from './textable-phone.ts';

test('the United States are always allowed, other countries by configuration', () => {
  expect(allowedCountries(readConfig({}))).toEqual(['US']);
  expect(allowedCountries(readConfig({ PHONE_COUNTRIES: 'CA, US,GB' }))).toEqual(['US', 'CA', 'GB']);
  expect(() => readConfig({ PHONE_COUNTRIES: 'XX' })).toThrow('PHONE_COUNTRIES');
});

test.each([
  ['(212) 555-0188', 'US', '+12125550188'],
  ['212.555.0188', 'US', '+12125550188'],
  ['+1 212 555 0188', 'US', '+12125550188'],
  ['１２１２５５５０１８８', 'US', '+12125550188'],
  ['12345', 'US', null],
  ['2125550188 ext. 7', 'US', null],
  ['call 2125550188 now', 'US', null],
  ['+44 20 7946 0958', 'US', null],
  ['(416) 555-0188', 'US', null],
  ['(416) 555-0188', 'CA', '+14165550188'],
  ['7400 123456', 'GB', '+447400123456'],
  ['0909 879 0000', 'GB', null],
  ['(900) 555-0188', 'US', null],
  ['(800) 555-0188', 'US', null],
  ['0151 23456789', 'DE', null],
  ['212 555 0188', 'XX', null],
  ['\u202e2125550188', 'US', null],
  ['x'.repeat(32), 'US', null],
])('%j in %s is %s', (typed, country, phone) => {
  expect(textablePhone(typed, country, ['US', 'CA', 'GB'])).toBe(phone);
});

test.each([
  ['+12125550188', true],
  // Reserved for fiction: its plan does not assign it to a country.
  ['+15550100123', true],
  ['+447400123456', true],
  ['+19002345678', false],
  ['+449098790000', false],
  ['+18005551212', false],
  ['+4915123456789', false],
  ['nothing', false],
])('the stored phone %s can get texts: %j', (phone, expected) => {
  expect(isTextable(phone, ['US', 'GB'])).toBe(expected);
});
