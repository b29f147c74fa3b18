import { expect, test } from 'vitest';
import { judgeAnswer } from './epoch.ts';

test.each([
  ['the usual answer', { atStart: 'a', answered: 'a', current: 'a' }, 'current'],
  ['a refusal before the session is known', { atStart: 'a', answered: null, current: 'a' }, 'current'],
  ['the first answer of a page', { atStart: null, answered: 'a', current: null }, 'current'],
  ['asked before the epoch was known', { atStart: null, answered: 'a', current: 'a' }, 'current'],
  ['asked by the account before a switch', { atStart: 'a', answered: 'a', current: 'b' }, 'late'],
  ['a refusal to the account before a switch', { atStart: 'a', answered: null, current: 'b' }, 'late'],
  ['asked before a switch, answered after it', { atStart: 'a', answered: 'b', current: 'b' }, 'late'],
  ['asked before a logout', { atStart: 'a', answered: 'a', current: null }, 'late'],
  ['the browser has another session by now', { atStart: 'a', answered: 'b', current: 'a' }, 'changed'],
  ['asked before the epoch was known, and of another one', { atStart: null, answered: 'b', current: 'a' }, 'late'],
] as const)('%s', (_, epochs, verdict) => {
  expect(judgeAnswer(epochs)).toBe(verdict);
});
