import { permissions, presets, type Permission, type Preset } from '@florin/contract/permissions';
import { expect, test } from 'vitest';
import { authorizeSession, type CurrentSession } from './current-session.ts';

const session = (some: Partial<CurrentSession>) =>
  ({
    role: 'ADMIN',
    membershipStatus: 'OPEN',
    businessStatus: 'OPEN',
    restrictedSince: null,
    ...some,
  }) as CurrentSession;

const refusal = (some: Partial<CurrentSession>, method: 'GET' | 'POST' | 'DELETE', permission?: Permission) =>
  authorizeSession(session(some), { method, permission })?.refused ?? null;

test.each([
  [{}, 'GET', null],
  [{}, 'POST', null],
  [{ businessStatus: 'CLOSED' }, 'GET', null],
  [{ businessStatus: 'CLOSED' }, 'POST', 'FORBIDDEN'],
  [{ businessStatus: 'CLOSED' }, 'DELETE', 'FORBIDDEN'],
  [{ businessStatus: 'SUSPENDED' }, 'POST', null],
  [{ membershipStatus: 'CLOSED' }, 'GET', 'FORBIDDEN'],
  [{ membershipStatus: 'CLOSED' }, 'POST', 'FORBIDDEN'],
  [{ role: 'CARDHOLDER' }, 'GET', 'FORBIDDEN'],
] as const)('%o, %s: %j', (some, method, wanted) => {
  expect(refusal(some, method, 'team-members.view')).toBe(wanted);
});

test('a call without a permission is open to every session that is not suspicious', () => {
  expect(refusal({ membershipStatus: 'CLOSED' }, 'POST')).toBeNull();
  expect(refusal({ restrictedSince: new Date(0) }, 'GET')).toBe('RESTRICTED');
  const restricted = session({ restrictedSince: new Date(0) });
  expect(authorizeSession(restricted, { method: 'GET', allowsRestricted: true })).toBeNull();
});

test.each(Object.keys(permissions) as Permission[])('%s: its own role only', (permission) => {
  for (const role of ['ADMIN', 'CARDHOLDER'] as const)
    expect(refusal({ role }, 'GET', permission)).toBe(permissions[permission].role === role ? null : 'FORBIDDEN');
});

interface Granted {
  role: string;
  flags?: readonly string[];
  oneOf?: readonly string[];
}

test.each(Object.keys(presets) as Preset[])('%s: the calls whose flags the preset has', (preset) => {
  const held: readonly string[] = presets[preset];
  for (const permission of Object.keys(permissions) as Permission[]) {
    const { role, flags = [], oneOf = flags.slice(0, 1) }: Granted = permissions[permission];
    const has = (flag: string) => held.includes(flag);
    const may = role === 'ADMIN' && flags.every(has) && oneOf.some(has);
    expect(refusal({ preset }, 'GET', permission), permission).toBe(may ? null : 'FORBIDDEN');
  }
});
