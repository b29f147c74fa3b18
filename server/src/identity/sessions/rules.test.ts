import { describe, expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import {
  absoluteEnd,
  endedByNewSession,
  expiryOf,
  idleSeconds,
  startingAccount,
  switchAllowed,
  type LiveSession,
} from './rules.ts';
import { afterSeconds, secondsUntil } from '../../core/time.ts';
import { isReachable } from '../../core/people/accounts.ts';

const now = new Date('2026-11-21T08:00:00Z');
const inSeconds = (seconds: number) => afterSeconds(now, seconds);

test.each([
  ['default', 1200],
  ['strict', 900],
])('the idle limit of the %s preset is %i seconds', (preset, seconds) => {
  expect(idleSeconds(readConfig({ IDLE_PRESET: preset }))).toBe(seconds);
});

test('administrators sign in again after 12 hours, cardholders after 24', () => {
  expect(absoluteEnd('ADMIN', now)).toEqual(inSeconds(12 * 3600));
  expect(absoluteEnd('CARDHOLDER', now)).toEqual(inSeconds(24 * 3600));
});

test.each([
  [1, 1, null],
  [0, 1, 'idle'],
  [-1, 1, 'idle'],
  [1, 0, 'absolute'],
  [0, 0, 'absolute'],
])('idle in %i s and absolute in %i s: %s', (idle, absolute, expiry) => {
  expect(expiryOf({ idleExpiresAt: inSeconds(idle), absoluteExpiresAt: inSeconds(absolute) }, now)).toBe(expiry);
});

test.each([
  [1500, 1],
  [999, 0],
  [0, 0],
  [-5000, 0],
])('%i ms from now are %i whole seconds', (milliseconds, seconds) => {
  expect(secondsUntil(new Date(now.getTime() + milliseconds), now)).toBe(seconds);
});

describe('a new session ends', () => {
  const live = (id: string, over: Partial<LiveSession> = {}): LiveSession => ({
    id,
    deviceId: null,
    delivery: 'cookie',
    idleExpiresAt: inSeconds(60),
    absoluteExpiresAt: inSeconds(3600),
    ...over,
  });
  const sessions = (count: number) => Array.from({ length: count }, (_, index) => live(`s${index}`));

  test('no other while there is room', () => {
    expect(endedByNewSession(sessions(9), 'browser', now)).toEqual([]);
  });
  test('the oldest beyond ten', () => {
    expect(endedByNewSession(sessions(11), 'browser', now)).toEqual([
      { id: 's9', reason: 'limit' },
      { id: 's10', reason: 'limit' },
    ]);
  });
  test('those past a limit, which take no room', () => {
    const dead = [live('i', { idleExpiresAt: now }), live('a', { absoluteExpiresAt: now })];
    expect(endedByNewSession([...dead, ...sessions(9)], null, now)).toEqual([
      { id: 'i', reason: 'idle' },
      { id: 'a', reason: 'absolute' },
    ]);
  });
  test('the one whose cookie it replaces, and no other of callers with tokens', () => {
    const same = live('same', { deviceId: 'browser' });
    const token = live('token', { deviceId: 'browser', delivery: 'token' });
    expect(endedByNewSession([same, token, live('other', { deviceId: 'elsewhere' })], 'browser', now)).toEqual([
      { id: 'same', reason: 'replaced' },
    ]);
    expect(endedByNewSession([same], null, now)).toEqual([]);
  });
});

const account = (status: 'OPEN' | 'CLOSED', businessStatus: 'OPEN' | 'PENDING_REVIEW' | 'SUSPENDED' | 'CLOSED') => ({
  status,
  businessStatus,
});

test.each([
  [account('OPEN', 'OPEN'), true],
  [account('OPEN', 'PENDING_REVIEW'), true],
  [account('OPEN', 'SUSPENDED'), true],
  [account('OPEN', 'CLOSED'), false],
  [account('CLOSED', 'OPEN'), false],
  [account('CLOSED', 'CLOSED'), false],
])('%o can be switched to: %s', (state, reachable) => {
  expect(isReachable(state)).toBe(reachable);
});

test.each([
  [[account('CLOSED', 'OPEN'), account('OPEN', 'OPEN')], 1],
  [[account('OPEN', 'CLOSED'), account('OPEN', 'OPEN')], 1],
  [[account('OPEN', 'SUSPENDED'), account('OPEN', 'OPEN')], 1],
  [[account('OPEN', 'SUSPENDED'), account('OPEN', 'PENDING_REVIEW')], 1],
  [[account('CLOSED', 'OPEN'), account('OPEN', 'SUSPENDED')], 1],
  [[account('OPEN', 'OPEN'), account('OPEN', 'OPEN')], 0],
  [[account('CLOSED', 'OPEN'), account('OPEN', 'CLOSED')], 0],
])('with %o a sign-in starts with account number %i', (accounts, index) => {
  expect(startingAccount(accounts)).toBe(accounts[index]);
});

test('without accounts there is none to start with', () => {
  expect(startingAccount([])).toBeNull();
});

test.each([
  ['Required', 'CARDHOLDER', ['password'], false],
  ['Required', 'CARDHOLDER', ['password', 'device'], true],
  ['Required', 'CARDHOLDER', ['password', 'email'], true],
  ['Enabled', 'CARDHOLDER', ['password'], true],
  ['Disabled', 'CARDHOLDER', ['password'], true],
  ['Disabled', 'ADMIN', ['password'], false],
  ['Disabled', 'ADMIN', ['password', 'email'], true],
] as const)('mode %s: %s can be entered with %o: %s', (mfaMode, role, methods, allowed) => {
  expect(switchAllowed({ mfaMode, role }, methods)).toBe(allowed);
});
