import type { Rule } from './spend-rules.ts';

/** Rules with which a policy can begin, by the key of their name on screens. */
export const spendPolicyTemplates = {
  /** For a whole business: purchases in the United States, no cash. */
  company: [
    { kind: 'allow', field: 'country', values: ['US'] },
    { kind: 'block', field: 'presence', values: ['CASH'] },
  ],
  /** A card for daily needs. */
  everyday: [
    { kind: 'amount', period: 'purchase', limit: 250_00 },
    { kind: 'amount', period: 'day', limit: 500_00 },
    { kind: 'amount', period: 'month', limit: 2_500_00 },
    { kind: 'block', field: 'presence', values: ['CASH'] },
  ],
  /** People who travel. */
  travel: [
    { kind: 'allow', field: 'group', values: ['TRAVEL', 'LODGING', 'TAXIS', 'RESTAURANTS', 'FUEL'] },
    { kind: 'amount', period: 'day', limit: 1_500_00 },
    { kind: 'amount', period: 'month', limit: 8_000_00 },
    { kind: 'amount', period: 'purchase', limit: 150_00, group: 'RESTAURANTS' },
  ],
  /** Lunches on working days. */
  meals: [
    { kind: 'allow', field: 'group', values: ['RESTAURANTS', 'GROCERIES'] },
    { kind: 'amount', period: 'purchase', limit: 40_00 },
    { kind: 'amount', period: 'day', limit: 60_00 },
    { kind: 'hours', windows: [{ weekdays: [1, 2, 3, 4, 5], from: 420, to: 1380 }] },
  ],
  /** Drivers. */
  fuel: [
    { kind: 'allow', field: 'group', values: ['FUEL'] },
    { kind: 'amount', period: 'purchase', limit: 175_00 },
    { kind: 'amount', period: 'week', limit: 300_00 },
    { kind: 'count', period: 'day', limit: 3 },
    { kind: 'allow', field: 'presence', values: ['PRESENT', 'WALLET'] },
  ],
  /** Software and subscriptions, paid online. */
  software: [
    { kind: 'allow', field: 'group', values: ['OFFICE'] },
    { kind: 'amount', period: 'month', limit: 1_000_00 },
    { kind: 'block', field: 'presence', values: ['CASH'] },
  ],
  /** A budget that ends with the year. */
  project: [
    { kind: 'amount', period: 'month', limit: 5_000_00 },
    { kind: 'amount', period: 'year', limit: 30_000_00 },
    { kind: 'receipts', overdueAtMost: 2, withinDays: 7, fromAmount: 25_00 },
  ],
} as const satisfies Record<string, readonly Rule[]>;
export type SpendPolicyTemplate = keyof typeof spendPolicyTemplates;
