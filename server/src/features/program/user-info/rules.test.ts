import { expect, test } from 'vitest';
import type { AccountOfPerson } from './queries.ts';
import { userInfoOf } from './rules.ts';

const account = (id: string, changes: Partial<AccountOfPerson> = {}): AccountOfPerson => ({
  id,
  role: 'ADMIN',
  status: 'OPEN',
  preset: null,
  granted: [],
  withheld: [],
  first_name: 'Maya',
  last_name: 'Chen',
  username: 'maya',
  program_slug: null,
  last_four: null,
  business_name: 'Northwind Trading',
  business_status: 'OPEN',
  bank_id: 'BANCORP',
  program_type: 'Business',
  payment_network: 'Visa',
  funding_source: 'Prepaid',
  suspension_mode: null,
  operational: true,
  credit_replenishment_delay_days: null,
  allow_admin_view_card_usage: true,
  use_business_balance_for_auths: false,
  features: [],
  time_zone: 'America/Chicago',
  ...changes,
});

test(
  'a person with one of their accounts, in the terms of the specification',
  { tags: ['@1.1', '@3.22', '@3.23', '@3.24', '@3.45'] },
  () => {
    const card = account('b', { role: 'CARDHOLDER', last_four: '4821', features: ['request-funding'] });
    expect(userInfoOf([account('a'), card], 'b')).toEqual({
      firstName: 'Maya',
      lastName: 'Chen',
      userName: 'maya',
      businessSuspended: false,
      businessOpen: true,
      suspensionMode: null,
      creditReplenishmentDelayDays: null,
      allowAdminViewCardUsage: true,
      timeZone: 'America/Chicago',
      userData: {
        accountStatus: 'OPEN',
        firstName: 'Maya',
        lastName: 'Chen',
        bankId: 'BANCORP',
        bankPayment: 'Visa',
        program: 'Business',
        businessOperational: true,
        usePexAccountBalanceForAuths: false,
      },
      linkedUsers: [
        {
          userId: 'b',
          firstName: 'Maya',
          lastName: 'Chen',
          userName: 'maya',
          isUserAccountOpen: true,
          businessStatus: 'OPEN',
          cardLast4: '4821',
        },
        {
          userId: 'a',
          firstName: 'Maya',
          lastName: 'Chen',
          userName: 'maya',
          isUserAccountOpen: true,
          businessStatus: 'OPEN',
          cardLast4: null,
        },
      ],
      userId: 'b',
      role: 'CARDHOLDER',
      businessName: 'Northwind Trading',
      permissionFlags: [],
      programSlug: null,
      fundingSource: 'Prepaid',
      cardLast4: '4821',
      features: ['request-funding'],
    });
  },
);

test.each([
  ['OPEN', null, { businessSuspended: false, businessOpen: true }],
  ['SUSPENDED', 'Fraud', { businessSuspended: true, businessOpen: false, suspensionMode: 'Fraud' }],
  ['CLOSED', null, { businessSuspended: false, businessOpen: false }],
  ['PENDING_REVIEW', null, { businessSuspended: false, businessOpen: false }],
] as const)('a business that is %s (%s)', (business_status, suspension_mode, expected) => {
  expect(userInfoOf([account('a', { business_status, suspension_mode })], 'a')).toMatchObject(expected);
});

test("another person's account gives nothing", () => {
  expect(userInfoOf([account('a')], 'z')).toBeNull();
});
