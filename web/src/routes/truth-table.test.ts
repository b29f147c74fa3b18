import { expect, test } from 'vitest';
import { decide, type Decision, type GuardedPerson } from './guards.ts';
import { pageAt, pages } from './table.ts';

/**
 * Specification, sections 2, 4 and 6, as a table: every route x every kind of visitor. Written by hand and never made from
 * the routes. `+` enters · `L` to the login page · `D` to the dashboard · `A` to one's own agreement · `4` not found.
 *
 * Columns: S stranger · I invite user (a code, no session) · C cardholder with every feature · N cardholder without a
 * feature · A administrator · W administrator of a suspended business · X cardholder of a suspended business ·
 * Z administrator of a closed business · R administrator of a business in review
 */
const table = `
                                                                   S I C N A W X Z R
/login                                                             + + D D D D D D D
/login/$customSlug                                                 + + D D D D D D D
/auto-logout                                                       + + + + + + + + +
/autologin                                                         + + + + + + + + +
/forgot-username                                                   + + D D D D D D D
/forgot-password                                                   + + D D D D D D D
/registration                                                      + + + + + + + + +
/reset-password                                                    + + + + + + + + +
/card-details-request                                              + + + + + + + + +
/invites                                                           4 + 4 4 4 4 4 4 4
/funds-verification                                                + + + + + + + + +
/add-account                                                       + + + + + + + + +
/outbox                                                            + + + + + + + + +
/security-checklist                                                + + + + + + + + +
/login-activity                                                    + + + + + + + + +
/my-accounts                                                       + + + + + + + + +
/cardholder-bankcorp-credit-aggreement                             + + A A A A A A A
/legal/terms-and-conditions                                        + + + + + + + + +
/legal/privacy-policy                                              + + + + + + + + +
/legal/services-agreement                                          + + + + + + + + +
/legal/e-sign-agreement                                            + + + + + + + + +
/legal/faq                                                         + + + + + + + + +
/dashboard                                                         L L + + + + + + +
/fast-phone-verification                                           L L + + + + + + +
/contact-us                                                        L L + + + + + + +
/account                                                           L L + + + + + + +
/account/security                                                  L L + + + + + + +
/account/linked-accounts                                           L L + + + + + + +
/account/preferences                                               L L + + + + + + +
/review                                                            L L + + + + + + +
/reports                                                           L L + + + + + + +
/apps                                                              L L + + + + + + +
/vendors                                                           L L + + + + + + +
/bills                                                             L L + + + D D + +
/payments                                                          L L + + + D D + +
/payment-requests                                                  L L + + + D D + +
/payment-requests/reimbursements/new-requests                      L L + + + D D + +
/requisitions                                                      L L + + + D D + +
/my-transactions/purchases                                         L L + + D D + D D
/my-transactions/card-transactions                                 L L + + D D + D D
/my-transactions/card-declines                                     L L + + D D + D D
/spend-policies                                                    L L + + D D + D D
/attachments                                                       L L + D D D + D D
/funding-requests                                                  L L + D D D D D D
/transactions                                                      L L D D + + D + +
/cards                                                             L L D D + + D + +
/team-members                                                      L L D D + + D + +
/reconciliation                                                    L L D D + + D + +
/onboarding-checklist                                              L L D D + + D + +
/business-settings                                                 L L D D + + D + +
/business-settings/external-accounts                               L L D D + + D + +
/business-settings/external-accounts/validate-external-account     L L D D + + D + +
/additional-accounts                                               L L D D + D D D D
/bank-statements/upload                                            L L D D + + D + +
/cardholder-mb-agreement                                           L L A A A A A A A
/cardholder-fifththird-grants-agreement                            L L A A A A A A A
/cardholder-fifththird-disburse-owned-funds-agreement              L L A A A A A A A
/cardholder-bancorp-agreement                                      L L + + + + + + +
/cardholder-bancorp-mc-agreement                                   L L A A A A A A A
/cardholder-bancorp-grants-agreement                               L L A A A A A A A
/cardholder-bancorp-disburse-owned-funds-agreement                 L L A A A A A A A
`;

const features = ['business-attachments', 'request-funding'] as const;
const open = {
  accountStatus: 'OPEN',
  bankId: 'BANCORP',
  bankPayment: 'Visa',
  program: 'Business',
  businessOperational: true,
} as const;
const person = (over: Partial<GuardedPerson>): GuardedPerson => ({
  role: 'ADMIN',
  features: [...features],
  businessSuspended: false,
  businessOpen: true,
  allowAdminViewCardUsage: true,
  fundingSource: 'Prepaid',
  userData: open,
  ...over,
});
const suspended = { businessSuspended: true, businessOpen: false } as const;
const inReview = { ...open, businessOperational: false };

const visitors: Record<string, { person: GuardedPerson | null; invitationCode?: string }> = {
  S: { person: null },
  I: { person: null, invitationCode: 'inv_code' },
  C: { person: person({ role: 'CARDHOLDER' }) },
  N: { person: person({ role: 'CARDHOLDER', features: [] }) },
  A: { person: person({}) },
  W: { person: person(suspended) },
  X: { person: person({ role: 'CARDHOLDER', ...suspended }) },
  Z: { person: person({ businessOpen: false }) },
  R: { person: person({ businessOpen: false, userData: inReview }) },
};

const signOf = (decision: Decision) => {
  if (decision === 'enter') return '+';
  if (decision === 'not-found') return '4';
  if (decision.goTo === '/login') return 'L';
  return decision.goTo === '/dashboard' ? 'D' : 'A';
};

const [columns = [], ...rows] = table
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/));

test.each(rows.map(([path = '', ...signs]) => [path, signs] as const))('%s', (path, signs) => {
  const address = path.replaceAll(/\$\w+/g, 'something');
  const decided = columns.map((column) => {
    const { guard } = pageAt(address)!;
    return signOf(decide(guard, { path: address, ...visitors[column]! }));
  });
  expect(decided.join(' ')).toBe(signs.join(' '));
});

test('every route stands in the table once, and the table holds nothing else', () => {
  const listed = rows.map(([path]) => path);
  expect(listed.toSorted()).toEqual(pages.map(({ path }) => path).toSorted());
  expect(columns).toEqual(Object.keys(visitors));
});
