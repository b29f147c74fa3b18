import { expect, test } from 'vitest';
import { rulesMetBy, lengthProblem } from './rules-met.ts';

test.each([
  ['', 'tooShort'],
  ['a'.repeat(11), 'tooShort'],
  ['a'.repeat(12), null],
  ['😀'.repeat(11), 'tooShort'],
  ['😀'.repeat(128), null],
  ['a'.repeat(129), 'tooLong'],
  // Decomposed letters count as the letters they are.
  ['e\u0301'.repeat(11), 'tooShort'],
])('the length of %j: %j', (password, problem) => {
  expect(lengthProblem(password)).toBe(problem);
});

test('no result is shown before the server has answered', () => {
  expect(rulesMetBy('walnut-breeze', null)).toEqual({ length: true, strength: null, leak: null });
  expect(rulesMetBy('short', [])).toEqual({ length: false, strength: null, leak: null });
  expect(rulesMetBy('walnut-breeze', ['tooWeak'])).toEqual({ length: true, strength: false, leak: true });
  expect(rulesMetBy('walnut-breeze', ['leaked'])).toEqual({ length: true, strength: true, leak: false });
  expect(rulesMetBy('walnut-breeze', [])).toEqual({ length: true, strength: true, leak: true });
});
