import { expect, test } from 'vitest';
import { lookOf } from './card-look.ts';

const none = { merchantLock: null, usesAtMost: null, validUntil: null };

test.each([
  ['no control of its own', {}, 'usual'],
  ['one merchant', { merchantLock: { kind: 'NAMED', merchant: 'Adobe' } }, 'merchant'],
  ['one merchant for a time', { merchantLock: { kind: 'FIRST' }, validUntil: '2026-12-31T05:00:00Z' }, 'merchant'],
  ['three uses', { usesAtMost: 3 }, 'limited'],
  ['an end', { validUntil: '2026-12-31T05:00:00Z' }, 'limited'],
])('a card with %s has its look', (_, controls, look) => {
  expect(lookOf({ ...none, ...controls })).toBe(look);
});
