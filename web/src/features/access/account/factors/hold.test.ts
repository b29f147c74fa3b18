import type { Factor } from '@florin/contract/access/factors';
import { expect, test } from 'vitest';
import { wouldHold } from './hold.ts';

const now = Date.parse('2026-11-20T12:00:00.000Z');
const since = (createdAt: string): Factor => ({ id: '1', kind: 'Passkey', name: 'x', createdAt, lastUsedAt: null });
const [young, old] = [since('2026-11-19T12:00:01.000Z'), since('2026-11-19T12:00:00.000Z')];

test.each([
  ['no app and no passkey', [], true],
  ['one of less than a day', [young], true],
  ['one of a day', [old], false],
  ['an older one beside a new one', [young, old], false],
])('%s: card details are held: %j', (_what, factors, held) => {
  expect(wouldHold({ factors }, now)).toBe(held);
});
