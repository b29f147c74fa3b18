import { checklistItems } from '@florin/contract/access/security-checklist';
import { describe, expect, test } from 'vitest';
import type { SecurityFacts } from './queries.ts';
import { checklistOf } from './rules.ts';

type Mode = 'Disabled' | 'Enabled' | 'Required';
const account = (id: string, mfaMode: Mode, status: 'OPEN' | 'CLOSED' = 'OPEN') => ({
  id,
  status,
  businessStatus: 'OPEN' as const,
  mfaMode,
  role: 'CARDHOLDER' as const,
});
const stateOf = (facts: Partial<SecurityFacts>, item: string, role: 'ADMIN' | 'CARDHOLDER' = 'ADMIN') => {
  const known = { mfaEnabled: true, accounts: [account('a', 'Enabled')], formerUsersLeft: 0, ...facts };
  return checklistOf(known, { membershipId: 'a', role }).find((each) => each.item === item)!.state;
};

test('seven items in the order of section 2, with no state for items that cannot be checked', () => {
  const items = checklistOf(
    { mfaEnabled: true, accounts: [account('a', 'Enabled')], formerUsersLeft: 0 },
    { membershipId: 'a', role: 'ADMIN' },
  );
  expect(items.map(({ item }) => item)).toEqual(checklistItems);
  expect(items.filter(({ state }) => state !== null).map(({ item }) => item)).toEqual([
    'enable-multi-factor',
    'remove-former-users',
  ]);
});

describe('the second factor, as sign-in requires it', () => {
  test.each<[string, boolean, ReturnType<typeof account>[], 'done' | 'open']>([
    ['on', true, [account('a', 'Enabled')], 'done'],
    ['off', false, [account('a', 'Enabled')], 'open'],
    ['off, but the business requires it', false, [account('a', 'Required')], 'done'],
    ['on, but the business has switched it off', true, [account('a', 'Disabled')], 'open'],
    ['off here, required by another account', false, [account('a', 'Enabled'), account('b', 'Required')], 'done'],
    ['required by a closed account only', false, [account('a', 'Enabled'), account('b', 'Required', 'CLOSED')], 'open'],
  ])('%s', (_what, mfaEnabled, accounts, expected) => {
    expect(stateOf({ mfaEnabled, accounts }, 'enable-multi-factor')).toBe(expected);
  });
});

describe('former users removed', () => {
  test.each([
    ['ADMIN', 0, 'done'],
    ['ADMIN', 1, 'open'],
    ['CARDHOLDER', 0, null],
    ['CARDHOLDER', 1, null],
  ] as const)('%s, %i closed accounts that are still usable: %s', (role, formerUsersLeft, expected) => {
    expect(stateOf({ formerUsersLeft }, 'remove-former-users', role)).toBe(expected);
  });
});
