import { RequestKind } from '@florin/contract/money/request-states';
import { expect, test } from 'vitest';
import { wrongFields, type AskedFields } from './rules.ts';
import { mayDecide } from './settle.ts';

const now = new Date('2026-11-22T15:00:00Z');
const later = '2026-11-23T15:00:00.000Z';
const raise = { cardId: 'c', amount: 1, period: 'DAY', until: later };
const silent = { purpose: '' };

test.each<[RequestKind, AskedFields, wrong: string[]]>([
  ['FUNDING', { cardId: 'c', amount: 1 }, []],
  ['FUNDING', { cardId: 'c', amount: 1, declinedTransactionId: 't' }, []],
  ['FUNDING', {}, ['cardId missing', 'amount missing']],
  ['FUNDING', { cardId: 'c', amount: 1, until: later, period: 'DAY' }, ['period unknown', 'until unknown']],
  ['LIMIT', raise, []],
  ['LIMIT', { cardId: 'c', countries: ['CA'], until: later }, []],
  ['LIMIT', { ...raise, countries: ['CA'] }, []],
  ['LIMIT', { ...raise, period: null }, ['period missing']],
  ['LIMIT', { ...raise, amount: null }, ['amount missing']],
  ['LIMIT', { ...raise, amount: null, countries: ['CA'] }, ['amount missing']],
  ['LIMIT', { ...raise, until: null }, ['until missing']],
  ['LIMIT', { ...raise, until: now.toISOString() }, ['until tooShort']],
  ['LIMIT', { ...raise, ...silent }, ['purpose missing']],
  ['LIMIT', { ...raise, ...silent, declinedTransactionId: 't' }, []],
  ['UNBLOCK', { cardId: 'c' }, []],
  ['UNBLOCK', { cardId: 'c', ...silent, declinedTransactionId: 't' }, ['purpose missing']],
  ['UNBLOCK', { cardId: 'c', ...silent, declinedTransactionId: 't', until: later }, []],
  ['UNBLOCK', { cardId: 'c', amount: 1 }, ['amount unknown']],
  ['CARD', { cardName: 'Adobe', cardKind: 'VIRTUAL' }, []],
  ['CARD', { cardName: 'Adobe', cardKind: 'VIRTUAL', amount: 1, period: 'MONTH' }, []],
  ['CARD', { cardName: 'Adobe', cardKind: 'VIRTUAL', amount: 1 }, ['period missing']],
  ['CARD', { cardName: '', cardKind: 'VIRTUAL', cardId: 'c' }, ['cardId unknown', 'cardName missing']],
])('%s with %o: %j', (kind, asked, wrong) => {
  expect(
    wrongFields(kind, { purpose: 'Trade show', ...asked }, { now, isDeclineSeen: true }).map(
      ({ Field, Problem }) => `${Field} ${Problem}`,
    ),
  ).toEqual(wrong);
});

test('where administrators do not see purchases, a decline is no reason', () => {
  const asked = { ...raise, ...silent, declinedTransactionId: 't' };
  expect(wrongFields('LIMIT', asked, { now, isDeclineSeen: false })).toEqual([
    { Field: 'purpose', Problem: 'missing' },
  ]);
});

test('nobody decides their own request, in whatever role', () => {
  const request = { kind: 'FUNDING', askerId: 'kofi', until: null } as const;
  expect(mayDecide(request, { role: 'ADMIN', personId: 'ines' })).toBe(true);
  expect(mayDecide(request, { role: 'ADMIN', personId: 'kofi' })).toBe(false);
  expect(mayDecide(request, { role: 'CARDHOLDER', personId: 'ines' })).toBe(false);
});
