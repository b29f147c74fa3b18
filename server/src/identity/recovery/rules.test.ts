import { describe, expect, test } from 'vitest';
import type { MembershipForUpdate } from '../../core/people/lock-person.ts';
import { formDifficulty, methodsOf, resetAccount, type SecondProofs } from './rules.ts';

describe('possible second proofs', () => {
  const phone = '•••\u00a0•••\u00a0••42';
  const works = { phoneFails: false, requestNumber: null };
  const fails = { phoneFails: true, requestNumber: null };
  const asked = { phoneFails: false, requestNumber: '0815' };
  test.each<[string, SecondProofs, string[]]>([
    ['a phone', { phone, enrolled: [], business: 'Works', ...works }, ['PhoneNumber']],
    ['a phone, and nobody to ask', { phone, enrolled: [], business: null, ...works }, ['PhoneNumber']],
    ['email only', { phone: null, enrolled: [], business: 'Works', ...works }, ['AdminConfirmation']],
    ['email only, and nobody to ask', { phone: null, enrolled: [], business: null, ...works }, []],
    [
      'an app instead of the phone',
      { phone, enrolled: ['Authenticator'], business: 'Works', ...works },
      ['Authenticator'],
    ],
    [
      'backup codes and a phone',
      { phone, enrolled: ['BackupCode'], business: 'Works', ...works },
      ['BackupCode', 'PhoneNumber'],
    ],
    ['a phone that fails', { phone, enrolled: [], business: 'Works', ...fails }, ['PhoneNumber', 'AdminConfirmation']],
    ['a phone that fails, and nobody to ask', { phone, enrolled: [], business: null, ...fails }, ['PhoneNumber']],
    [
      'a phone that fails, and backup codes',
      { phone, enrolled: ['BackupCode'], business: 'Works', ...fails },
      ['BackupCode', 'PhoneNumber'],
    ],
    [
      'a phone that failed, and a pending request',
      { phone, enrolled: [], business: 'Works', ...asked },
      ['PhoneNumber', 'AdminConfirmation'],
    ],
    [
      'an app, and a pending request',
      { phone, enrolled: ['Authenticator'], business: 'Works', ...asked },
      ['Authenticator'],
    ],
    [
      'an app and backup codes',
      { phone: null, enrolled: ['Authenticator', 'BackupCode'], business: 'Works', ...works },
      ['Authenticator', 'BackupCode'],
    ],
  ])('%s', (_what, proofs, expected) => {
    expect(methodsOf(proofs).map(({ entityType }) => entityType)).toEqual(expected);
  });

  test('carry their masks', () => {
    expect(methodsOf({ phone, enrolled: [], business: 'Works', ...works })).toEqual([
      { entityType: 'PhoneNumber', entityMasked: phone },
    ]);
    expect(methodsOf({ phone: null, enrolled: [], business: 'Works', ...works })[0]?.entityMasked).toBe('Works');
  });
});

describe('the account a reset signs in to', () => {
  const account = (id: string, change: Partial<MembershipForUpdate> = {}): MembershipForUpdate => ({
    id,
    businessId: 'b',
    role: 'CARDHOLDER',
    status: 'OPEN',
    businessStatus: 'OPEN',
    mfaMode: 'Enabled',
    startSiteMessage: null,
    ...change,
  });
  const moved = account('moved', { startSiteMessage: 'We have moved.' });
  test.each<[string, readonly MembershipForUpdate[], string | null, string | null]>([
    ['the first open one', [account('closed', { status: 'CLOSED' }), account('open')], null, 'open'],
    ['a closed one, where all are', [account('closed', { status: 'CLOSED' })], null, 'closed'],
    ['none without accounts', [], null, null],
    ['none that leads to the start site', [moved], 'https://start.example', null],
    ['one that would, if no start site is configured', [moved], null, 'moved'],
  ])('%s', (_what, accounts, startSiteUrl, expected) => {
    expect(resetAccount({ accounts }, startSiteUrl)?.id ?? null).toBe(expected);
  });
});

test.each([
  [0, 1],
  [9, 1],
  [10, 2],
  [29, 2],
  [30, 3],
  [1000, 3],
])('after %d forms from an address the captcha has difficulty %d', (sent, difficulty) => {
  expect(formDifficulty(sent)).toBe(difficulty);
});
