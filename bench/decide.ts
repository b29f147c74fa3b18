// The decision alone: microseconds for a purchase that is decided and counted, with 0, 5 and 50 rules, and for a backtest of
// 20,000 stored purchases. Pure functions, no database.
import type { Rule } from '../contract/src/cards/policies/spend-rules.ts';
import { backtest, type StoredPurchase } from '../server/src/core/policies/backtest.ts';
import { calendarOf } from '../server/src/core/policies/calendar.ts';
import { apply, decide } from '../server/src/core/policies/decide.ts';
import { programOf } from '../server/src/core/policies/program.ts';
import { factsOf, noon, purchaseOf, versionOf, zone } from '../server/src/testing/cards/policies.ts';
import { goal, median, printTable } from './lib/table.ts';

const fiveRules: Rule[] = [
  { kind: 'amount', period: 'purchase', limit: 5_000_00 },
  { kind: 'amount', period: 'day', limit: 900_000_000_00 },
  { kind: 'amount', period: 'month', limit: 900_000_000_00, of: 'business' },
  { kind: 'block', field: 'group', values: ['ENTERTAINMENT'] },
  { kind: 'allow', field: 'country', values: ['US'] },
];
const groups = ['RESTAURANTS', 'FUEL', 'TRAVEL', 'LODGING', 'OFFICE', 'RETAIL', 'HEALTH', 'EDUCATION', 'TAXIS'];
const periods = ['day', 'week', 'month', 'quarter', 'year'] as const;
const fiftyRules: Rule[] = [
  ...fiveRules,
  ...groups.flatMap((group) =>
    periods.map((period): Rule => ({ kind: 'amount', period, group, limit: 900_000_000_00 })),
  ),
];

const decisions = 200_000;
const rounds = 5;

/** Microseconds a decision, with its counters. */
function microseconds(rules: Rule[]): number {
  const versions = rules.length === 0 ? [] : [versionOf('BUSINESS', rules)];
  return median(
    Array.from({ length: rounds }, () => {
      const facts = factsOf({ funds: { available: Number.MAX_SAFE_INTEGER } });
      const begun = performance.now();
      for (let i = 0; i < decisions; i += 1) {
        const purchase = purchaseOf({ amount: 1_00, at: noon + i * 1000 });
        const calendar = calendarOf(zone, purchase.at);
        const program = programOf(versions, purchase.at);
        const { amount } = decide(purchase, facts, program, calendar);
        apply(facts, purchase, program, calendar, amount);
      }
      return ((performance.now() - begun) * 1000) / decisions;
    }),
  );
}

const stored = Array.from({ length: 20_000 }, (_, i): StoredPurchase => ({
  id: String(i),
  purchase: purchaseOf({ amount: 10_00 + (i % 90) * 1_00, at: noon + i * 120_000, mcc: i % 3 === 0 ? 5541 : 5812 }),
  chainId: `card ${i % 40}`,
  approved: i % 12 !== 0,
  byPolicy: i % 24 === 0,
  before: false,
}));
const draft = versionOf('BUSINESS', [{ kind: 'amount', period: 'day', limit: 600_00 }, ...fiveRules.slice(2)]);
const backtestMilliseconds = median(
  Array.from({ length: rounds }, () => {
    const begun = performance.now();
    backtest(draft, () => [], stored, zone);
    return performance.now() - begun;
  }),
);

const [none, five, fifty] = [[], fiveRules, fiftyRules].map(microseconds);
printTable([
  ['', 'figure'],
  ['0 rules', `${none!.toFixed(2)} µs`],
  ['5 rules', `${five!.toFixed(2)} µs`],
  ['50 rules', `${fifty!.toFixed(2)} µs`],
  ['backtest of 20,000 purchases', `${backtestMilliseconds.toFixed(0)} ms`],
]);
goal('microseconds with 50 rules, below 25', fifty!, fifty! < 25);
goal('milliseconds of a backtest, below 400', backtestMilliseconds, backtestMilliseconds < 400);
