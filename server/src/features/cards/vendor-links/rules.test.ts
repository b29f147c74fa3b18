import { expect, test } from 'vitest';
import { isRevocable } from '@florin/contract/cards/vendor-links';
import { easternDay, linkStatus } from './rules.ts';

const at = new Date(1000);
test.each([
  [{}, 1, 'CREATED'],
  [{}, 0, 'EXPIRED'],
  [{ openedAt: at }, 0, 'VIEWED'],
  [{ openedAt: at, usedAt: at }, 0, 'USED'],
  [{ revokedAt: at }, 1, 'REVOKED'],
  [{ openedAt: at, revokedAt: at }, 0, 'REVOKED'],
] as const)('%j with %i s left: %s', (state, seconds, status) => {
  const link = { openedAt: null, usedAt: null, revokedAt: null, expiresAt: new Date(1000 + seconds * 1000), ...state };
  expect(linkStatus(link, at)).toBe(status);
  expect(isRevocable(status)).toBe(status === 'CREATED' || status === 'VIEWED');
});

test.each([
  ['2026-11-21T04:59:59Z', '2026-11-20'],
  ['2026-11-21T05:00:00Z', '2026-11-21'],
  ['2026-07-01T03:59:59Z', '2026-06-30'],
])('%s is %s in Eastern Time', (moment, day) => expect(easternDay(new Date(moment))).toBe(day));
