import type { ProgramEvent } from '@florin/contract/program/events';
import { expect, test } from 'vitest';
import { isStale } from './stale.ts';

test.each([
  ['balance', ['transaction'], true],
  ['transactions', ['transaction'], true],
  ['user-info', ['transaction'], false],
  ['transaction', ['request'], true],
  // An open request says what the card has left.
  ['request-to-decide', ['transaction'], true],
  ['request-to-decide', ['policy'], true],
  ['requests', ['transaction'], false],
  ['user-info', ['permissions'], true],
  // It says whether the person has a card.
  ['user-info', ['card'], true],
  ['pending-changes', ['change', 'card'], true],
  ['card-details-views', ['card'], false],
  ['team-members', ['card'], true],
  ['security-checklist', ['reset'], true],
  ['session', ['reset'], false],
] as const satisfies [string, ProgramEvent['kind'][], boolean][])('%s after %j: %j', (name, kinds, stale) => {
  expect(isStale(['e1', name], 'e1', new Set(kinds))).toBe(stale);
});

test('nothing of another session is fetched', () => {
  expect(isStale(['e0', 'balance'], 'e1', new Set(['balance']))).toBe(false);
  expect(isStale(['branding'], 'e1', new Set(['reset']))).toBe(false);
});
