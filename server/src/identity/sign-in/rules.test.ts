import { describe, expect, test } from 'vitest';
import type { Role } from '@florin/contract/access/session';
import type { BusinessStatus } from '@florin/contract/program/user-info';
import { addressDifficulty, secondFactorNeeded } from './rules.ts';

const now = new Date('2026-11-21T08:00:00Z');
const inSeconds = (seconds: number) => new Date(now.getTime() + seconds * 1000);

type Mode = 'Disabled' | 'Enabled' | 'Required';
const account = (mfaMode: Mode, businessStatus: BusinessStatus = 'OPEN', status: 'OPEN' | 'CLOSED' = 'OPEN') => ({
  mfaMode,
  businessStatus,
  status,
  role: 'CARDHOLDER' as Role,
});
const trusted = { agentFamily: 'Firefox', trustedUntil: inSeconds(1), revokedAt: null };

describe('the second factor', () => {
  const question = (over: Partial<Parameters<typeof secondFactorNeeded>[0]>) => {
    const first = over.accounts?.[0] ?? account('Enabled');
    return {
      mfaEnabled: true,
      riskFlagOpen: false,
      account: first,
      accounts: [first],
      trust: null,
      agentFamily: 'Firefox',
      now,
      ...over,
    };
  };

  test.each([
    ['Disabled', true, false],
    ['Disabled', false, false],
    ['Enabled', true, true],
    ['Enabled', false, false],
    ['Required', true, true],
    ['Required', false, true],
  ] as const)('mode %s, person %s: %s', (mode, mfaEnabled, needed) => {
    expect(secondFactorNeeded(question({ mfaEnabled, accounts: [account(mode)] }))).toBe(needed);
  });

  test.each([
    ['a trusted device', trusted, false],
    ['a trust that ends now', { ...trusted, trustedUntil: now }, true],
    ['a trust that is over', { ...trusted, trustedUntil: inSeconds(-1) }, true],
    ['a revoked trust', { ...trusted, revokedAt: inSeconds(-60) }, true],
    ['the trust of another browser', { ...trusted, agentFamily: 'Chrome' }, true],
    ['the trust of an unknown browser', { ...trusted, agentFamily: null }, true],
    ['no trust', null, true],
  ])('%s: %s', (_what, trust, needed) => {
    expect(secondFactorNeeded(question({ trust }))).toBe(needed);
    expect(secondFactorNeeded(question({ trust, accounts: [account('Required')] }))).toBe(needed);
    expect(secondFactorNeeded(question({ trust, accounts: [account('Disabled')] }))).toBe(false);
  });

  test('is needed on a trusted device while the person is in doubt', () => {
    expect(secondFactorNeeded(question({ trust: trusted, riskFlagOpen: true }))).toBe(true);
    expect(secondFactorNeeded(question({ mfaEnabled: false, riskFlagOpen: true }))).toBe(false);
  });

  test.each([
    ['a business that requires it', account('Required'), true],
    ['a suspended business that requires it', account('Required', 'SUSPENDED'), true],
    ['a closed business that requires it', account('Required', 'CLOSED'), false],
    ['a closed account where it is required', account('Required', 'OPEN', 'CLOSED'), false],
  ])('one switch away from %s: %s', (_what, other, needed) => {
    const accounts = [account('Disabled'), other];
    expect(secondFactorNeeded(question({ mfaEnabled: false, accounts }))).toBe(needed);
  });

  test.each<[string, Mode, 'OPEN' | 'CLOSED', boolean]>([
    ['an administrator', 'Enabled', 'OPEN', true],
    ['an administrator of a business with the mode off', 'Disabled', 'OPEN', true],
    ['a former administrator', 'Enabled', 'CLOSED', false],
  ])('turned off, and one switch away from %s: %s, %s: %s', (_what, mode, status, needed) => {
    const administrator = { ...account(mode, 'OPEN', status), role: 'ADMIN' as const };
    const accounts = [account('Disabled'), administrator];
    expect(secondFactorNeeded(question({ mfaEnabled: false, accounts }))).toBe(needed);
  });

  test('depends on the first account if all are closed', () => {
    const accounts = [account('Required', 'CLOSED')];
    expect(secondFactorNeeded(question({ mfaEnabled: false, accounts }))).toBe(true);
  });
});

test.each([
  [null, 0],
  [{ count: 29, windowStartedAt: now }, 0],
  [{ count: 30, windowStartedAt: now }, 1],
  [{ count: 500, windowStartedAt: inSeconds(-599) }, 1],
  [{ count: 500, windowStartedAt: inSeconds(-600) }, 0],
])('an address with %o requires a captcha of difficulty %i', (failures, difficulty) => {
  expect(addressDifficulty(failures, now)).toBe(difficulty);
});
