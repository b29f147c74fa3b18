import { describe, expect, test } from 'vitest';
import { flagsOf, permissionFlags, permissions, whyNotPermitted, type Permission } from './permissions.ts';

const all = Object.keys(permissions) as Permission[];

describe.each(all)('%s', (permission) => {
  const { role } = permissions[permission];
  const other = role === 'ADMIN' ? 'CARDHOLDER' : 'ADMIN';

  test('belongs to one role, which has it', () => {
    expect(whyNotPermitted(permission, { role, flags: flagsOf({ role }) })).toBeNull();
    expect(whyNotPermitted(permission, { role: other, flags: permissionFlags })).toEqual({ because: 'role', role });
  });

  test('names each flag that is missing', () => {
    const grant: { role: string; flags?: readonly string[] } = permissions[permission];
    const needed = grant.flags ?? [];
    for (const flag of needed) {
      const flags = permissionFlags.filter((each) => each !== flag);
      expect(whyNotPermitted(permission, { role, flags })).toEqual({ because: 'flags', missing: [flag] });
    }
    expect(needed.length > 0).toBe(role === 'ADMIN');
  });
});

test('a preset is a set of flags, and its exceptions add and withhold some', () => {
  expect(flagsOf({ role: 'ADMIN', preset: null })).toEqual(permissionFlags);
  expect(flagsOf({ role: 'ADMIN', preset: 'AUDITOR' })).toEqual(['VIEW_ADMINISTRATION', 'VIEW_CARD_TRANSACTIONS']);
  const exceptions = { granted: ['MODIFY_NOTES'], withheld: ['VIEW_CARD_TRANSACTIONS'] } as const;
  expect(flagsOf({ role: 'ADMIN', preset: 'AUDITOR', ...exceptions })).toEqual(['VIEW_ADMINISTRATION', 'MODIFY_NOTES']);
  expect(flagsOf({ role: 'CARDHOLDER', granted: ['FUND_CARDS'] })).toEqual([]);
});
