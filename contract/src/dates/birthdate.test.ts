import * as v from 'valibot';
import { expect, test } from 'vitest';
import { birthdateProblem, usualDate } from './birthdate.ts';
import { DateOfBirth } from '../access/registration.ts';

test.each([
  ['3/4/1985', '03/04/1985'],
  ['03-04-1985', '03/04/1985'],
  ['1985-03-04', '03/04/1985'],
  ['1985-3-4', '03/04/1985'],
  ['03/04/1985', '03/04/1985'],
])('%s is understood as %s', { tags: '@5.19' }, (typed, usual) => {
  expect(usualDate(typed)).toBe(usual);
  expect(v.parse(DateOfBirth, typed)).toBe(usual);
});

test.each(['03/04/85', '3/4-1985', '1985/03/04', '4 March 1985', '03041985'])('%s is not', (typed) => {
  expect(v.safeParse(DateOfBirth, typed).issues?.[0].message).toMatch(/^(format|tooLong)$/);
});

test.each([
  ['11/21/2013', null],
  ['11/22/2013', 'tooYoung'],
  ['02/29/2004', null],
  ['02/29/2005', 'noSuchDay'],
  ['02/30/1990', 'noSuchDay'],
  ['13/01/1990', 'noSuchDay'],
  ['00/10/1990', 'noSuchDay'],
  ['04/31/1990', 'noSuchDay'],
  ['99/99/9999', 'noSuchDay'],
  ['11/21/1906', null],
  ['11/20/1906', 'tooOld'],
  ['01/01/0090', 'tooOld'],
  ['11/22/2026', 'inFuture'],
  ['11/21/2026', 'tooYoung'],
  ['01/15/1990', null],
])('%s on 2026-11-21: %s', { tags: '@5.19' }, (typed, problem) => {
  expect(birthdateProblem(typed, '2026-11-21')).toBe(problem);
});
