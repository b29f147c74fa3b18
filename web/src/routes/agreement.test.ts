import { agreementNames } from '@florin/contract/program/legal-texts';
import { describe, expect, test } from 'vitest';
import { pageAt } from '../paths.ts';
import { guardAt } from '../routes.tsx';
import { agreementPathOf, decide, type AgreementPath } from '../session/account/guards.ts';

const banks = ['BANCORP', 'MBFINANCIAL', 'FIFTHTHIRD', 'SOME_NEW_BANK'] as const;
const networks = ['Visa', 'Mastercard'] as const;
const programs = ['Grants', 'OwnedFunds', 'Business'] as const;
const fundingSources = ['Prepaid', 'Credit', null] as const;
const roles = ['ADMIN', 'CARDHOLDER'] as const;

const credit = '/cardholder-bankcorp-credit-aggreement';
const mb = '/cardholder-mb-agreement';
const bancorp = '/cardholder-bancorp-agreement';
const mastercard = '/cardholder-bancorp-mc-agreement';
const grants = '/cardholder-bancorp-grants-agreement';
const owned = '/cardholder-bancorp-disburse-owned-funds-agreement';
const fifthGrants = '/cardholder-fifththird-grants-agreement';
const fifthOwned = '/cardholder-fifththird-disburse-owned-funds-agreement';

/** Reading 13, cell by cell, for prepaid accounts: Grants, OwnedFunds, Business. An unknown bank counts as BANCORP. */
const people: Record<string, readonly [AgreementPath, AgreementPath, AgreementPath]> = {
  'BANCORP Visa': [grants, owned, bancorp],
  'BANCORP Mastercard': [mastercard, mastercard, mastercard],
  'MBFINANCIAL Visa': [mb, mb, mb],
  'MBFINANCIAL Mastercard': [mb, mb, mb],
  'FIFTHTHIRD Visa': [fifthGrants, fifthOwned, fifthOwned],
  'FIFTHTHIRD Mastercard': [fifthGrants, fifthOwned, fifthOwned],
};
/** The same for administrators who may not view card usage: never a consumer page. */
const blindAdministrators: Record<string, AgreementPath> = {
  'BANCORP Visa': bancorp,
  'BANCORP Mastercard': mastercard,
  'MBFINANCIAL Visa': mb,
  'MBFINANCIAL Mastercard': mb,
  'FIFTHTHIRD Visa': bancorp,
  'FIFTHTHIRD Mastercard': mastercard,
};

const combinations = banks.flatMap((bankId) =>
  networks.flatMap((bankPayment) =>
    programs.flatMap((program) =>
      fundingSources.flatMap((fundingSource) =>
        roles.flatMap((role) =>
          [true, false].map((allowAdminViewCardUsage) => ({
            fundingSource,
            role,
            allowAdminViewCardUsage,
            features: [],
            businessSuspended: false,
            businessOpen: true,
            userData: { accountStatus: 'OPEN' as const, bankId, bankPayment, program, businessOperational: true },
          })),
        ),
      ),
    ),
  ),
);
type Person = (typeof combinations)[number];

function wantedFor({ fundingSource, role, allowAdminViewCardUsage, userData }: Person): AgreementPath {
  if (fundingSource === 'Credit') return credit;
  const { bankId, bankPayment, program } = userData;
  const row = `${bankId === 'SOME_NEW_BANK' ? 'BANCORP' : bankId} ${bankPayment}`;
  if (role === 'ADMIN' && !allowAdminViewCardUsage) return blindAdministrators[row]!;
  return people[row]![programs.indexOf(program)]!;
}

describe('every combination of bank, program, network, funding source, role and view of card usage', () => {
  test('there are 288', () => expect(combinations).toHaveLength(288));

  test(
    'has the agreement of reading 13',
    { tags: ['@4.30', '@4.31', '@4.32', '@4.33', '@4.34', '@9.38', '@a2.9'] },
    () => {
      for (const person of combinations)
        expect(agreementPathOf(person), JSON.stringify(person)).toBe(wantedFor(person));
    },
  );

  test(
    'enters its own agreement route, and is redirected there from the others',
    { tags: ['@2.routes.56', '@2.routes.57', '@2.routes.59', '@2.routes.62', '@2.routes.63', '@a2.9'] },
    () => {
      for (const person of combinations)
        for (const path of agreementNames.map((name) => `/${name}` as const)) {
          const own = wantedFor(person);
          const wanted = path === own ? 'enter' : { goTo: own };
          expect(decide(guardAt(path)!, { path, person }), `${path} ${JSON.stringify(person)}`).toEqual(wanted);
        }
    },
  );

  test('each agreement belongs to an account', () => {
    expect(new Set(combinations.map(agreementPathOf)).size).toBe(agreementNames.length);
  });
});

test('a visitor reads the credit guide, and logs in for the others', { tags: '@2.routes.56' }, () => {
  for (const name of agreementNames) {
    const path = `/${name}` as const;
    const decision = decide(guardAt(path)!, { path, person: null });
    expect(decision, path).toEqual(path === credit ? 'enter' : { goTo: '/login' });
  }
});

test('the second spelling leads to the first (reading 2)', { tags: '@a2.7' }, () => {
  expect(pageAt('/cardholder-bancorp-credit-aggreement')?.path).toBe(credit);
});
