import { describe, expect, test } from 'vitest';
import { birthdateOf, checkDetails, shownDate } from './details.ts';
import { nameOnCard } from '../../../core/cards/holder.ts';
import { nationalPhone, phoneCountries, phoneOf } from './phones.ts';
import { cardCaptcha, cardProblem, codeGuard, startsWithSecondFactor, verificationWay } from './rules.ts';
import { typedDetails } from '../../../testing/access/wizard.ts';
import { hasUsernamePattern, isAllowedUsername, patternProblem } from './username.ts';

const now = new Date('2026-11-21T10:00:00Z');

test.each([
  [{}, null],
  [{ status: 'OPEN' }, null],
  [{ status: 'PAUSED' }, null],
  [{ businessStatus: 'SUSPENDED' }, null],
  [{ isRegistered: true }, 'registered'],
  [{ isRegistered: true, status: 'CLOSED' }, 'registered'],
  [{ status: 'CLOSED' }, 'closed'],
  [{ status: 'PENDING_FULFILLMENT' }, 'closed'],
  [{ businessStatus: 'CLOSED' }, 'closed'],
] as const)('a card with %j: %j', (change, problem) => {
  const card = { isRegistered: false, status: 'PENDING_ACTIVATION', businessStatus: 'OPEN', ...change } as const;
  expect(cardProblem(card)).toBe(problem);
});

describe('the way of the verification code', () => {
  const nothing = { email: null, mobilePhone: null, homePhone: null, dateOfBirth: null };
  const email = 'kim@example.com';
  const mobilePhone = '+12015550123';
  const dateOfBirth = '1990-01-15';
  test.each([
    ['SENT', { email, mobilePhone, dateOfBirth }, 'Email'],
    ['SENT', { mobilePhone }, 'PhoneNumber'],
    ['SENT', { mobilePhone: '+19002345678' }, null],
    ['SENT', { mobilePhone: '+447400123456' }, null],
    ['SENT', { homePhone: mobilePhone, dateOfBirth }, null],
    ['BIRTH_YEAR', { email, dateOfBirth }, 'BIRTH_YEAR'],
    ['BIRTH_YEAR', { email }, 'Email'],
    ['BIRTH_YEAR', {}, null],
  ] as const)('%s with %j: %s', (mode, known, way) =>
    expect(verificationWay({ verificationMode: mode, timesUnlocked: 0 }, { ...nothing, ...known }, ['US'])).toBe(way),
  );
});

test.each([
  [0, false, null],
  [1, false, null],
  [2, false, 1],
  [3, false, 2],
  [4, false, 2],
  [0, true, 3],
])('%i refused cards, attack %j: captcha %j', (refused, attack, difficulty) =>
  expect(cardCaptcha(refused, attack)).toBe(difficulty),
);

test.each([
  [0, 'open'],
  [4, 'open'],
  [5, 'captcha'],
  [9, 'captcha'],
  [10, 'locked'],
])('%i wrong codes: %s', (wrong, guard) => expect(codeGuard(wrong)).toBe(guard));

test.each([
  ['Enabled', 'CARDHOLDER', true, true],
  ['Enabled', 'CARDHOLDER', false, false],
  ['Disabled', 'CARDHOLDER', true, false],
  ['Required', 'CARDHOLDER', false, true],
  ['Enabled', 'ADMIN', false, true],
] as const)('second factor: business %s, %s, chosen %j: %j', (mode, role, wanted, on) =>
  expect(startsWithSecondFactor(mode, role, wanted)).toBe(on),
);

test.each([
  ['01/15/1990', '1990-01-15'],
  ['02/29/2004', '2004-02-29'],
  ['02/29/2005', null],
  ['02/30/1990', null],
  ['13/01/1990', null],
  ['00/01/1990', null],
  ['12/31/1899', null],
  ['11/22/1906', '1906-11-22'],
  ['11/21/1906', null],
  ['11/21/2013', '2013-11-21'],
  ['11/22/2013', '2013-11-22'],
  ['11/23/2013', null],
  ['01/01/2030', null],
  ['99/99/9999', null],
])('date of birth %s: %j', (typed, iso) => expect(birthdateOf(typed, now)).toBe(iso));

test("a date is shown in the product's format", () => {
  expect([shownDate('1990-01-15'), shownDate(null)]).toEqual(['01/15/1990', null]);
});

test.each([
  ['201 555 0123', 'US', '+12015550123'],
  ['(201) 555-0123', 'US', '+12015550123'],
  ['+1 201 555 0123', 'US', '+12015550123'],
  ['020 7946 0958', 'GB', '+442079460958'],
  ['+44 20 7946 0958', 'US', null],
  ['204 234 5678', 'US', null],
  ['204 234 5678', 'CA', '+12042345678'],
  ['201 555 0123 ext. 5', 'US', null],
  ['call 201 555 0123', 'US', null],
  ['123', 'US', null],
  ['201 555 0123', 'ZZ', null],
])('phone %j of %s: %j', (typed, country, e164) => expect(phoneOf(typed, country)).toBe(e164));

test("a phone on file is shown in its country's format", () => {
  expect(nationalPhone('+12015550123')).toEqual({ phone: '(201) 555-0123', countryCode: 'US' });
  expect(nationalPhone(null)).toEqual({ phone: null, countryCode: null });
});

test('the United States are always among the countries', { tags: '@3.16' }, () => {
  expect(phoneCountries(['GB', 'ZZ'])).toEqual([
    { countryCode: 'GB', countryName: 'United Kingdom', dialingCode: '+44' },
    { countryCode: 'US', countryName: 'United States', dialingCode: '+1' },
  ]);
  expect(phoneCountries(['US'])).toHaveLength(1);
});

test('every wrong field of the details is named', () => {
  const wrong = { dateOfBirth: '02/30/1990', homePhone: '1', mobilePhoneCountryCode: 'FR' };
  expect(
    checkDetails({ ...typedDetails, homePhone: '800 555 1212', mobilePhone: '900 234 5678' }, ['US'], now),
  ).toEqual({
    wrong: [{ Field: 'mobilePhone', Problem: 'format' }],
  });
  expect(checkDetails({ ...typedDetails, ...wrong }, ['US'], now)).toEqual({
    wrong: ['dateOfBirth', 'homePhone', 'mobilePhoneCountryCode', 'mobilePhone'].map((Field) => ({
      Field,
      Problem: 'format',
    })),
  });
  expect(checkDetails({ ...typedDetails, firstName: ' Kim ', lastName: ' ' }, ['US'], now)).toEqual({
    firstName: 'Kim',
    middleName: null,
    lastName: null,
    dateOfBirth: '1990-01-15',
    homePhone: '+12015550123',
    mobilePhone: '+12015550123',
  });
});

test('the name on a card is in plain capitals', () => expect(nameOnCard('José', 'Núñez')).toBe('JOSE NUNEZ'));

describe('usernames', () => {
  test.each([
    ['rosa.delgado', true],
    ['Rosa_1+x', true],
    ['José', true],
    ['rosa delgado', false],
    ['rosa-delgado', false],
    ['rosa\u200bdelgado', false],
    ['rosa\u0000', false],
    ['＠rosa', false],
    ['', false],
    ['Мария', true],
    ['νίκος2', true],
    ['王小明rosa', true],
    ['ａdmin', true],
    // Characters that look like digits but are none to the rule of card numbers.
    ['rosa❶', false],
    ['rosa②', false],
    ['rosa٣', true],
    // Fillers of Hangul, also in their narrow forms.
    ['\u3164', false],
    ['rosa\uffa0', false],
    ['\u115frosa', false],
    // A Cyrillic, a Greek and an Armenian letter among Latin ones.
    ['\u0430dmin', false],
    ['admin\u03bf', false],
    ['admi\u0578', false],
  ])('pattern %j: %j', { tags: '@5.25' }, (username, fits) => expect(hasUsernamePattern(username)).toBe(fits));

  test.each([
    ['rosa.delgado', null, true],
    ['rosa@example.com', 'rosa@example.com', true],
    ['Rosa@Example.com', 'rosa@example.com', true],
    ['maya@example.com', 'rosa@example.com', false],
    ['maya@example.com', null, false],
    ['@rosa', 'rosa@example.com', false],
    ['4111111111111111', null, false],
    ['1234567890123456', null, false],
    ['１２３４５６７８９０１２３４５６', null, false],
    ['١٢٣٤٥٦٧٨٩٠١٢٣٤٥٦', null, false],
    ['4000.0012.1234.5672', null, false],
    ['4000_0012_1234_5672', null, false],
    ['4000.001+2123_45672', null, false],
    ['4000+0012+1234+5672', null, false],
    ['x4000001212345672', null, false],
    ['4000.0012.1234.5672a', null, false],
    ['4000001212345672@example.com', '4000001212345672@example.com', false],
    ['15551234567', null, true],
  ])('%j with the address %j: %j', { tags: '@beyond.41' }, (username, email, allowed) =>
    expect(patternProblem(username) === null && isAllowedUsername({ username, email })).toBe(allowed),
  );
});
