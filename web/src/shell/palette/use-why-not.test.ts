import type { Administrator } from '@florin/contract/access/team-permissions';
import { flagsOf, type PermissionFlag, type Preset } from '@florin/contract/permissions';
import { expect, test } from 'vitest';
import { giversOf } from './use-why-not.ts';

const administrator = (firstName: string, preset: Preset, withheld: PermissionFlag[] = []): Administrator => ({
  membershipId: firstName,
  firstName,
  lastName: 'Chen',
  isYou: firstName === 'You',
  preset,
  granted: [],
  withheld,
  flags: flagsOf({ role: 'ADMIN', preset, withheld }),
});
const you = administrator('You', 'AUDITOR');

test.each<[string, Administrator, PermissionFlag[], string[]]>([
  ['an owner and an administrator give it', you, [], ['Owner Chen', 'Admin Chen']],
  ['nobody gives what they do not have', you, ['FUND_CARDS'], ['Owner Chen']],
  ['who may not change permissions gives none', you, ['MANAGE_ADMINISTRATORS'], ['Owner Chen']],
  ['only another owner changes an owner', administrator('You', 'OWNER', ['FUND_CARDS']), [], ['Owner Chen']],
])('%s', (_what, asker, withheld, givers) => {
  const others = [administrator('Owner', 'OWNER'), administrator('Admin', 'ADMINISTRATOR', withheld)];
  expect(giversOf([asker, ...others, administrator('Reviewer', 'REVIEWER')], ['FUND_CARDS'])).toEqual(givers);
});

test('an account that is not among the administrators learns nothing', () => {
  expect(giversOf([administrator('Owner', 'OWNER')], ['FUND_CARDS'])).toEqual([]);
});
