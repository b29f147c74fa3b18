import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { NewUsername } from './account-schema.ts';
import { hasCheckDigit, TypedCardNumber } from './card-number.ts';
import { DetailsSchema } from './details-schema.ts';
import { cardGroups, dateParts } from './format-typed.ts';
import { loadPhones } from './phones.ts';

test('a card number has sixteen digits and a correct check digit', { tags: '@5.10' }, () => {
  expect(hasCheckDigit('4111111111111111')).toBe(true);
  expect(hasCheckDigit('4111111111111112')).toBe(false);
  const problemOf = (typed: string) => v.safeParse(TypedCardNumber, typed).issues?.[0].message;
  expect(v.parse(TypedCardNumber, '4111 1111-1111 1111')).toBe('4111111111111111');
  expect(problemOf('')).toBe('missing');
  expect(problemOf('4111111111111112')).toBe('format');
  expect(problemOf('411111111111111')).toBe('format');
});

test('typed text is formatted', () => {
  expect(cardGroups('41111')).toBe('4111 1');
  expect(cardGroups('4111111111111111')).toBe('4111 1111 1111 1111');
  expect(cardGroups('41x')).toBe('41x');
  expect(cardGroups('4111x11 112222')).toBe('4111x 1111 2222');
  expect(cardGroups('4000 00123456 7899 5')).toBe('4000 0012 3456 7899 5');
  expect(cardGroups('4000\u00a00012\u20139876 5439')).toBe('4000 0012 9876 5439');
  expect(cardGroups('not a number')).toBe('not a number');
  expect(dateParts('011')).toBe('01/1');
  expect(dateParts('01151990')).toBe('01/15/1990');
  expect(dateParts('1/5/1990')).toBe('1/5/1990');
  // A year first: 1985-03-04.
  expect(dateParts('1985')).toBe('1985');
});

test.each([
  ['rosa.diaz@example.com', true],
  ['Rosa_1+x', true],
  ['José', true],
  [' rosa.diaz ', true],
  ['rosa diaz', false],
  ['rosa-diaz', false],
  ['rosa!', false],
])('username %s: %s', (username, fits) => expect(v.is(NewUsername, username)).toBe(fits));

describe('phones', () => {
  test('belong to the chosen country', async () => {
    const phones = await loadPhones();
    expect(phones.isValid('(201) 555-0123', 'US')).toBe(true);
    expect(phones.isValid('555-0123', 'US')).toBe(false);
    expect(phones.isValid('+44 20 7946 0958', 'US')).toBe(false);
    expect(phones.isValid('020 7946 0958', 'GB')).toBe(true);
    expect(phones.format('2015550123', 'US')).toBe('(201) 555-0123');
  });
  test('the mobile phone may be empty, the home phone may not', { tags: ['@3.13', '@5.20', '@5.21'] }, async () => {
    await loadPhones();
    const form = {
      firstName: 'Rosa',
      middleName: '',
      lastName: 'Diaz',
      dateOfBirth: '01/15/1990',
      homeCountryCode: 'US',
      homePhone: '(201) 555-0123',
      mobileCountryCode: 'US',
      mobilePhone: '',
    };
    const problems = (change: object) =>
      v.safeParse(DetailsSchema, { ...form, ...change }).issues?.map((issue) => [v.getDotPath(issue), issue.message]);
    expect(problems({})).toBeUndefined();
    expect(problems({ homePhone: '' })).toEqual([['homePhone', 'missing']]);
    expect(problems({ mobilePhone: '12' })).toEqual([['mobilePhone', 'format']]);
    expect(problems({ dateOfBirth: '02/30/1990', homePhone: '1' })).toEqual([
      ['dateOfBirth', 'noSuchDay'],
      ['homePhone', 'format'],
    ]);
  });
});
