import { expect, test } from 'vitest';
import type { Entrusted } from '../permissions.ts';
import { whyNotChangeable, type TeamPermissions } from './team-permissions.ts';

const actor = (some: Partial<Entrusted>) => ({ membershipId: 'actor', role: 'ADMIN' as const, ...some });
const target = (some: Partial<Entrusted>) => ({ membershipId: 'target', role: 'ADMIN' as const, ...some });
const wanted = (some: Partial<TeamPermissions>): TeamPermissions => ({
  preset: 'ADMINISTRATOR',
  granted: [],
  withheld: [],
  ...some,
});

test.each([
  ['an owner makes an owner', { preset: 'OWNER' }, {}, { preset: 'OWNER' }, 1, null],
  ['an administrator makes an owner', {}, {}, { preset: 'OWNER' }, 1, 'OWNER'],
  ['an administrator changes an owner', {}, { preset: 'OWNER' }, { preset: 'AUDITOR' }, 2, 'OWNER'],
  ['an owner changes another owner', { preset: 'OWNER' }, { preset: 'OWNER' }, {}, 2, null],
  ['the last owner is changed', { preset: 'OWNER' }, { preset: 'OWNER' }, {}, 1, 'LAST_OWNER'],
  ['an administrator makes an auditor', {}, {}, { preset: 'AUDITOR' }, 1, null],
  [
    'what one does not have is given',
    { withheld: ['FUND_CARDS'] },
    { preset: 'AUDITOR' },
    { preset: 'FUNDER' },
    1,
    'FLAGS',
  ],
  ['what one does not have is taken', { withheld: ['FUND_CARDS'] }, {}, { withheld: ['FUND_CARDS'] }, 1, 'FLAGS'],
  ['what one does not have stays as it is', { withheld: ['FUND_CARDS'] }, {}, { withheld: ['MANAGE_BILLS'] }, 1, null],
] as const satisfies [
  string,
  Partial<Entrusted>,
  Partial<Entrusted>,
  Partial<TeamPermissions>,
  number,
  string | null,
][])('%s', (_what, who, whom, what, owners, why) => {
  expect(whyNotChangeable(actor(who), target(whom), wanted(what), owners)).toBe(why);
});

test('nobody changes their own permissions', () => {
  const self = actor({ preset: 'OWNER' });
  expect(whyNotChangeable(self, self, wanted({ preset: 'AUDITOR' }), 2)).toBe('OWN');
});
