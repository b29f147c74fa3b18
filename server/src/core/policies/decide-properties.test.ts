import type { PolicyLayer, Rule } from '@florin/contract/cards/policies/spend-rules';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { factsOf, noon, purchaseOf, versionOf, zone } from '../../testing/cards/policies.ts';
import { calendarOf } from './calendar.ts';
import { apply, decide } from './decide.ts';
import { explain } from './explain.ts';
import type { Facts, Purchase } from './facts.ts';
import { programOf, type PolicyVersion } from './program.ts';

const groups = ['RESTAURANTS', 'FUEL', 'LODGING'];
const periods = ['day', 'week', 'month', 'quarter', 'year', 'lifetime'] as const;
const optionalGroup = fc.option(fc.constantFrom(...groups), { nil: undefined });

const rule: fc.Arbitrary<Rule> = fc.oneof(
  fc.record({
    kind: fc.constant('amount' as const),
    period: fc.constantFrom('purchase', ...periods),
    limit: fc.integer({ min: 0, max: 300_00 }),
    group: optionalGroup,
    of: fc.constantFrom('card' as const, 'business' as const),
  }),
  fc.record({
    kind: fc.constant('amount' as const),
    period: fc.constant('since' as const),
    since: fc.constantFrom('2026-11-01', '2026-11-20', '2026-12-24'),
    limit: fc.integer({ min: 0, max: 300_00 }),
  }),
  fc.record({
    kind: fc.constant('count' as const),
    period: fc.constantFrom(...periods),
    limit: fc.integer({ min: 0, max: 5 }),
    group: optionalGroup,
  }),
  fc.record({
    kind: fc.constantFrom('allow' as const, 'block' as const),
    field: fc.constant('group' as const),
    values: fc.subarray(groups, { minLength: 1 }),
  }),
  fc.record({
    kind: fc.constantFrom('allow' as const, 'block' as const),
    field: fc.constant('country' as const),
    values: fc.subarray(['US', 'MX', 'CA'], { minLength: 1 }),
  }),
  fc.record({
    kind: fc.constant('hours' as const),
    windows: fc.array(
      fc.record({
        weekdays: fc.subarray([0, 1, 2, 3, 4, 5, 6]),
        from: fc.integer({ min: 0, max: 1440 }),
        to: fc.integer({ min: 0, max: 1440 }),
      }),
      { maxLength: 3 },
    ),
  }),
);
const version = (layer: PolicyLayer) =>
  fc.array(rule, { minLength: 1, maxLength: 4 }).map((rules) => versionOf(layer, rules));
const versions = fc
  .tuple(
    fc.array(version('PROGRAM'), { maxLength: 1 }),
    fc.array(version('BUSINESS'), { maxLength: 2 }),
    fc.array(version('GROUP'), { maxLength: 1 }),
    fc.array(version('CARD'), { maxLength: 1 }),
    fc.array(version('OVERRIDE'), { maxLength: 1 }),
  )
  .map((layers): PolicyVersion[] => layers.flat());
const purchase: fc.Arbitrary<Purchase> = fc
  .record({
    amount: fc.integer({ min: 0, max: 200_00 }),
    mcc: fc.constantFrom(5812, 5541, 3690, 742),
    country: fc.constantFrom('US', 'MX'),
    partialOk: fc.boolean(),
    minutes: fc.integer({ min: 0, max: 60 * 24 * 400 }),
  })
  .map(({ minutes, ...changes }) => purchaseOf({ ...changes, at: noon + minutes * 60_000 }));
const purchases = fc.array(purchase, { minLength: 1, maxLength: 25 }).map((all) => all.toSorted((a, b) => a.at - b.at));

const decideAmong = (facts: Facts, all: readonly PolicyVersion[], asked: Purchase) =>
  decide(asked, facts, programOf(all, asked.at), calendarOf(zone, asked.at));

test('an approval is never above the balance, nor above the room of any rule', () => {
  fc.assert(
    fc.property(versions, purchases, (all, asked) => {
      const facts = factsOf();
      for (const one of asked) {
        const before = facts.funds.available;
        const decision = decideAmong(facts, all, one);
        const { amount, trace, outcome } = decision;
        expect(amount).toBeLessThanOrEqual(one.amount);
        if (outcome !== 'DECLINED') {
          expect(amount).toBeLessThanOrEqual(Math.max(0, before));
          for (const [, room] of trace.rooms) if (room !== -1) expect(amount).toBeLessThanOrEqual(room);
          expect(outcome === 'APPROVED' ? amount === one.amount : amount > 0 && one.partialOk).toBe(true);
        }
        if (outcome !== 'DECLINED')
          apply(facts, one, programOf(all, one.at), calendarOf(zone, one.at), decision.amount);
        expect(facts.funds.available).toBeGreaterThanOrEqual(0);
      }
    }),
    { numRuns: 200 },
  );
});

test('what is approved in a period, added up apart from the counters, is never above its limit', () => {
  const limit = fc.record({
    period: fc.constantFrom(...periods),
    amount: fc.integer({ min: 0, max: 400_00 }),
    count: fc.integer({ min: 0, max: 6 }),
    group: optionalGroup,
  });
  fc.assert(
    fc.property(limit, purchases, ({ period, amount, count, group }, asked) => {
      const all = [
        versionOf('CARD', [
          { kind: 'amount', period, limit: amount, group },
          { kind: 'count', period, limit: count, group },
        ]),
      ];
      const facts = factsOf({ funds: { available: 1_000_000_00 } });
      const sums = new Map<number, { amount: number; count: number }>();
      const codes = { RESTAURANTS: [5812], FUEL: [5541], LODGING: [3690] }[group ?? ''];
      for (const one of asked) {
        const calendar = calendarOf(zone, one.at);
        const decision = decideAmong(facts, all, one);
        if (decision.outcome === 'DECLINED') continue;
        apply(facts, one, programOf(all, one.at), calendar, decision.amount);
        if (codes && !codes.includes(one.mcc)) continue;
        const start = calendar.starts[periods.indexOf(period)]!;
        const sum = sums.get(start) ?? { amount: 0, count: 0 };
        sums.set(start, { amount: sum.amount + decision.amount, count: sum.count + (one.amount > 0 ? 1 : 0) });
      }
      for (const sum of sums.values()) {
        expect(sum.amount).toBeLessThanOrEqual(amount);
        expect(sum.count).toBeLessThanOrEqual(count);
      }
    }),
    { numRuns: 200 },
  );
});

test('no override lets through what the program alone would not', () => {
  fc.assert(
    fc.property(version('PROGRAM'), version('OVERRIDE'), purchase, (program, override, asked) => {
      const alone = decideAmong(factsOf(), [program], asked);
      const lifted = decideAmong(factsOf(), [program, override], asked);
      expect(lifted.amount).toBeLessThanOrEqual(alone.amount);
      if (alone.outcome === 'DECLINED') expect(lifted.outcome).toBe('DECLINED');
    }),
    { numRuns: 300 },
  );
});

test('a further version below the overrides never allows more', () => {
  fc.assert(
    fc.property(versions, fc.constantFrom('BUSINESS', 'GROUP', 'CARD').chain(version), purchase, (all, more, asked) => {
      const bare = all.filter(({ layer }) => layer !== 'OVERRIDE');
      const amount = decideAmong(factsOf(), bare, asked).amount;
      expect(decideAmong(factsOf(), [...bare, more], asked).amount).toBeLessThanOrEqual(amount);
    }),
    { numRuns: 200 },
  );
});

test('the order of versions changes nothing, and that of rules neither outcome nor amount', () => {
  fc.assert(
    fc.property(versions, purchase, fc.infiniteStream(fc.nat()), (all, asked, random) => {
      const shuffle = <T>(items: readonly T[]): T[] =>
        items
          .map((item) => ({ item, key: random.next().value as number }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ item }) => item);
      const decision = decideAmong(factsOf(), all, asked);
      expect(decideAmong(factsOf(), shuffle(all), asked)).toEqual(decision);
      const mixed = all.map((one) => ({
        ...one,
        document: { ...one.document, rules: shuffle(one.document.rules) },
      }));
      const { outcome, amount } = decideAmong(factsOf(), mixed, asked);
      expect({ outcome, amount }).toEqual({ outcome: decision.outcome, amount: decision.amount });
    }),
    { numRuns: 200 },
  );
});

test('deciding changes nothing, and a trace explains what was decided', () => {
  fc.assert(
    fc.property(versions, purchase, (all, asked) => {
      const facts = factsOf();
      const before = structuredClone(facts);
      const decision = decideAmong(facts, all, asked);
      expect(facts).toEqual(before);
      const circumstances = { zone, at: asked.at, presence: asked.presence };
      const { rules, binds } = explain(decision.trace, all, circumstances);
      expect(rules).toHaveLength(decision.trace.rooms.length);
      expect(rules.filter((one) => one.binds)).toHaveLength(binds === 'RULE' ? 1 : 0);
      if (binds === 'RULE') expect(rules.find((one) => one.binds)!.code).toBe(decision.code);
      if (decision.outcome === 'APPROVED') expect(binds).toBeNull();
    }),
    { numRuns: 200 },
  );
});
