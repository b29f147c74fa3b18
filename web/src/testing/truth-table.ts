import type { SentenceId } from '../../../docs/specification/sentences.ts';
import type { GuardedPerson } from '../session/account/guards.ts';

/**
 * Specification, sections 2, 4 and 6, as a table: every route x every kind of visitor. Written by hand and never made from
 * the routes. `+` enters · `L` to the login page · `D` to the dashboard · `A` to one's own agreement · `4` not found.
 *
 * Columns: S stranger · I invite user (a code, no session) · C cardholder with every feature · N cardholder without a
 * feature · A administrator · W administrator of a suspended business · X cardholder of a suspended business ·
 * Z administrator of a closed business · R administrator of a business in review; then the sentences that name the route
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
/login-link                                                        + + + + + + + + +
/registration-link                                                 + + + + + + + + +
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
/dashboard                                                         L L + + + + + + +  @2.routes.31
/fast-phone-verification                                           L L + + + + + + +  @2.routes.27
/contact-us                                                        L L + + + + + + +  @2.routes.28
/account                                                           L L + + + + + + +  @2.routes.29
/account/security                                                  L L + + + + + + +
/account/linked-accounts                                           L L + + + + + + +
/account/preferences                                               L L + + + + + + +
/account/notifications                                             L L + + + + + + +
/review                                                            L L + + + + + + +  @2.routes.33
/reports                                                           L L + + + + + + +  @2.routes.34
/apps                                                              L L + + + + + + +  @2.routes.35
/vendors                                                           L L + + + + + + +  @2.routes.38
/bills                                                             L L + + + D D + +  @2.routes.32
/payments                                                          L L + + + D D + +  @2.routes.37
/payment-requests                                                  L L + + + D D + +  @2.routes.36
/payment-requests/reimbursements/new-requests                      L L + + + D D + +
/requisitions                                                      L L + + + D D + +  @2.routes.30
/my-transactions/purchases                                         L L + + D D + D D  @2.routes.43 @2.routes.42
/my-transactions/card-transactions                                 L L + + D D + D D  @2.routes.44
/my-transactions/card-declines                                     L L + + D D + D D  @2.routes.45
/my-cards                                                          L L + + D D + D D
/my-cards/$id                                                      L L + + D D + D D
/spend-policies                                                    L L + + D D + D D  @2.routes.41
/attachments                                                       L L + D D D + D D  @2.routes.46
/funding-requests                                                  L L + D D D D D D  @2.routes.47
/operator                                                          L L 4 4 4 4 4 4 4
/transactions                                                      L L D D + + D + +  @2.routes.48
/cards                                                             L L D D + + D + +  @2.routes.49
/cards/requests                                                    L L D D + + D + +
/cards/policies                                                    L L D D + + D + +
/cards/funding                                                     L L D D + + D + +
/cards/vendor-links                                                L L D D + + D + +
/cards/$id                                                         L L D D + + D + +
/cards/policies/$id                                                L L D D + + D + +
/team-members                                                      L L D D + + D + +  @2.routes.50
/team-members/changes                                              L L D D + + D + +
/reconciliation                                                    L L D D + + D + +  @2.routes.51
/onboarding-checklist                                              L L D D + + D + +  @2.routes.52
/business-settings                                                 L L D D + + D + +  @2.routes.53
/business-settings/spend-controls                                  L L D D + + D + +
/business-settings/permissions                                     L L D D + + D + +
/business-settings/notifications                                   L L D D + + D + +
/business-settings/external-accounts                               L L D D + + D + +
/business-settings/external-accounts/transfers                     L L D D + + D + +
/business-settings/external-accounts/validate-external-account     L L D D + + D + +
/additional-accounts                                               L L D D + D D D D  @2.routes.54
/bank-statements/upload                                            L L D D + + D + +  @2.routes.55
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

export const visitors = {
  S: { person: null },
  I: { person: null, search: { code: 'inv_code' } },
  C: { person: person({ role: 'CARDHOLDER' }) },
  N: { person: person({ role: 'CARDHOLDER', features: [] }) },
  A: { person: person({}) },
  W: { person: person(suspended) },
  X: { person: person({ role: 'CARDHOLDER', ...suspended }) },
  Z: { person: person({ businessOpen: false }) },
  R: { person: person({ businessOpen: false, userData: inReview }) },
} satisfies Record<string, { person: GuardedPerson | null; search?: { code: string } }>;

export type Visitor = keyof typeof visitors;

const [columns = [], ...lines] = table
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/));

/** The rows of the table: a route, the sign of each visitor, and the sentences about the route. */
export const rows = lines.map(([path = '', ...cells]) => ({
  path,
  signs: Object.fromEntries(columns.map((visitor, index) => [visitor, cells[index]])) as Record<Visitor, string>,
  tags: cells.slice(columns.length) as SentenceId[],
}));

/** An address of a route. */
export const addressOf = (path: string) =>
  path.replace('$id', '0190a000-0000-7000-8000-0000000000c1').replaceAll(/\$\w+/g, 'something');
