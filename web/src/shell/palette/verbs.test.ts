import { expect, test } from 'vitest';
import { readVerbs } from './verbs.ts';

test.each([
  ['freeze', 'ADMIN', ['freeze!']],
  ['unfreeze', 'CARDHOLDER', ['unfreeze!']],
  ['fre', 'ADMIN', ['freeze']],
  ['fre priya', 'ADMIN', []],
  ['re', 'ADMIN', ['unfreeze', 'replace', 'reject']],
  ['close the card of Priya', 'ADMIN', ['close! priya']],
  ['replace ··0932', 'CARDHOLDER', ['replace! 0932']],
  ['fund', 'ADMIN', ['fund!']],
  ['fund', 'CARDHOLDER', ['ask!']],
  ['request more money', 'CARDHOLDER', ['ask!', 'askLimit!']],
  ['approve', 'CARDHOLDER', []],
  ['approve kofi', 'ADMIN', ['approve! kofi']],
  ['f', 'ADMIN', []],
  ['', 'ADMIN', []],
  ['reports', 'ADMIN', []],
] as const)('%j of a %s', (text, role, expected) => {
  const found = readVerbs(text, role);
  expect(found.map(({ id, isWhole, who }) => `${id}${isWhole ? '!' : ''} ${who}`.trim())).toEqual(expected);
});
