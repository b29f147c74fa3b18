import { expect, test } from 'vitest';
import { enrolledFactors } from './present.ts';
import { hasWayLeft } from './rules.ts';

const contact = (verified: boolean) => ({ verified });

test.each([
  ['a confirmed address', [contact(true)], 0, true],
  ['an unconfirmed address', [contact(false)], 0, false],
  ['an unconfirmed address and an app', [contact(false)], 1, true],
  ['nothing', [], 0, false],
])('with %s left: %j, %i -> %j', (_what, contacts, factors, left) => {
  expect(hasWayLeft({ contacts, factors })).toBe(left);
});

test.each([
  [0, 0, 0, 0, []],
  [1, 1, 1, 1, ['Passkey', 'Authenticator', 'BackupCode']],
  [1, 0, 1, 0, ['Authenticator']],
  [1, 0, 0, 7, ['BackupCode']],
])(
  '%i passkeys, %i of them here, %i apps, %i codes: %j',
  (passkeys, passkeysHere, authenticators, backupCodes, expected) => {
    expect(enrolledFactors({ passkeys, passkeysHere, authenticators, backupCodes })).toEqual(expected);
  },
);
