import { expect, test } from 'vitest';
import { readAsked, readVerbs } from './verbs.ts';

test.each([
  ['freeze', 'ADMIN', ['freeze!']],
  ['unfreeze', 'CARDHOLDER', ['unfreeze!']],
  ['fre', 'ADMIN', ['freeze']],
  ['fre priya', 'ADMIN', []],
  ['re', 'ADMIN', ['unfreeze', 'replace', 'pin', 'reject']],
  ['close the card of Priya', 'ADMIN', ['close! priya']],
  ['replace ··0932', 'CARDHOLDER', ['replace! 0932']],
  ['fund', 'ADMIN', ['fund!']],
  ['fund', 'CARDHOLDER', ['ask!']],
  ['request more money', 'CARDHOLDER', ['ask!', 'askLimit!']],
  ['approve', 'CARDHOLDER', []],
  ['approve kofi', 'ADMIN', ['approve! kofi']],
  ['pin', 'ADMIN', ['pin!']],
  ['set pin', 'CARDHOLDER', ['pin!']],
  ['set', 'ADMIN', ['pin']],
  ['change the pin of Priya', 'ADMIN', ['pin! priya']],
  ['set limit', 'ADMIN', []],
  ['f', 'ADMIN', []],
  ['', 'ADMIN', []],
  ['reports', 'ADMIN', []],
] as const)('%j of a %s', (text, role, expected) => {
  const found = readVerbs(text, role);
  expect(found.map(({ id, isWhole, who }) => `${id}${isWhole ? '!' : ''} ${who}`.trim())).toEqual(expected);
});

test.each([
  ['priya 20', 'priya', 2000],
  ['$1,020.50 priya nair', 'priya nair', 102_050],
  ['2 chairs 40', '2 chairs', 4000],
  ['20', '', 2000],
  ['priya', 'priya', null],
  ['priya 3,50', 'priya 3,50', null],
  ['', '', null],
])('%j asks for the requests of %j with %j', (text, who, amount) => {
  expect(readAsked(text)).toEqual({ who, amount });
});
