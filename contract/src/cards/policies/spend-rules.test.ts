import { describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { compareRules } from './spend-changes.ts';
import { policyProblems, Rule, type PolicyLayer, type PolicyProblemKind } from './spend-rules.ts';
import { policyWarnings } from './spend-warnings.ts';
import { spendPolicyTemplates } from './spend-policy-templates.ts';
import { categoryGroupKeys } from './merchant-categories.ts';

const amount = (period: 'purchase' | 'day' | 'week' | 'month', limit: number, group?: string): Rule => ({
  kind: 'amount',
  period,
  limit,
  ...(group !== undefined && { group }),
});
const isGroup = (key: string) => (categoryGroupKeys as readonly string[]).includes(key);
const found = (rules: Rule[], layer: PolicyLayer = 'BUSINESS') =>
  policyProblems(rules, layer, isGroup).map(({ rule, problem, other }) => [rule, problem, other]);

test.each<[Rule[], PolicyLayer, [number | null, PolicyProblemKind, number | null][]]>([
  [[], 'BUSINESS', [[null, 'noRules', null]]],
  [[amount('day', 100), amount('week', 100)], 'BUSINESS', []],
  [[amount('day', 101), amount('week', 100)], 'BUSINESS', [[0, 'shorterAboveLonger', 1]]],
  [[amount('month', 100), amount('purchase', 200)], 'BUSINESS', [[1, 'shorterAboveLonger', 0]]],
  // Other purchases, another scope or another unit: no contradiction.
  [[amount('day', 101, 'FUEL'), amount('week', 100)], 'BUSINESS', []],
  [[{ kind: 'count', period: 'day', limit: 101 }, amount('week', 100)], 'BUSINESS', []],
  [[{ kind: 'amount', period: 'day', limit: 9, of: 'business' }, amount('week', 5)], 'BUSINESS', []],
  [[amount('day', 1), amount('day', 2)], 'BUSINESS', [[1, 'twice', 0]]],
  [[amount('day', 1, 'NOBODY')], 'BUSINESS', [[0, 'unknownGroup', null]]],
  [[{ kind: 'amount', period: 'since', limit: 1 }], 'BUSINESS', [[0, 'since', null]]],
  [[{ kind: 'amount', period: 'day', limit: 1, since: '2026-11-01' }], 'BUSINESS', [[0, 'since', null]]],
  [[{ kind: 'amount', period: 'day', limit: 1, of: 'group' }], 'BUSINESS', [[0, 'scope', null]]],
  [[{ kind: 'amount', period: 'day', limit: 1, of: 'group' }], 'GROUP', []],
  [[{ kind: 'amount', period: 'day', limit: 1, of: 'business' }], 'OVERRIDE', [[0, 'scope', null]]],
  [[{ kind: 'allow', field: 'country', values: [] }], 'BUSINESS', [[0, 'empty', null]]],
  [[{ kind: 'allow', field: 'country', values: ['USA'] }], 'BUSINESS', [[0, 'value', null]]],
  [[{ kind: 'block', field: 'mcc', values: ['581'] }], 'BUSINESS', [[0, 'value', null]]],
  [[{ kind: 'block', field: 'presence', values: ['CASH'] }], 'BUSINESS', []],
  [[{ kind: 'allow', field: 'merchant', values: ['*acme*', 'Acme'] }], 'BUSINESS', []],
  [[{ kind: 'allow', field: 'merchant', values: ['ac*me'] }], 'BUSINESS', [[0, 'pattern', null]]],
  [[{ kind: 'allow', field: 'merchant', values: ['*ac*'] }], 'BUSINESS', [[0, 'pattern', null]]],
  [[{ kind: 'hours', windows: [{ weekdays: [], from: 0, to: 10 }] }], 'BUSINESS', [[0, 'empty', null]]],
])('%j of a %s policy: %j', (rules, layer, problems) => expect(found(rules, layer)).toEqual(problems));

describe('two limits on one category', () => {
  const snapshot = (key: string, from: number, to: number) => ({ key, name: key, ranges: [{ from, to }] });
  const groups = [snapshot('MEALS', 5811, 5814), snapshot('COFFEE', 5814, 5814)];

  test('are warned of, with the categories', () => {
    const rules = [amount('day', 10, 'MEALS'), amount('day', 5, 'COFFEE'), amount('week', 50, 'COFFEE')];
    expect(policyWarnings({ rules, groups })).toEqual([
      { rule: 0, warning: 'categoryInTwoGroups', other: 1, ranges: [{ from: 5814, to: 5814 }] },
    ]);
  });

  test('are found at once, however many ranges overlap', () => {
    const wide = (key: string) => ({
      key,
      name: key,
      ranges: Array.from({ length: 400 }, (_, n) => ({ from: 9 - (n % 9), to: 9_000 + n })),
    });
    const many = Array.from({ length: 50 }, (_, n) => wide(`GROUP_${String.fromCodePoint(65 + n)}`));
    const rules = many.map(({ key }) => amount('day', 10, key));
    const warnings = policyWarnings({ rules, groups: many });
    expect(warnings).toHaveLength(1225);
    expect(warnings[0]!.ranges).toEqual([{ from: 1, to: 9_399 }]);
  });
});

describe('a rule that another one leaves nothing of', () => {
  const snapshot = (key: string, from: number, to: number) => ({ key, name: key, ranges: [{ from, to }] });
  const groups = [snapshot('MEALS', 5811, 5814), snapshot('COFFEE', 5814, 5814), snapshot('TAXIS', 4121, 4121)];
  const list = (kind: 'allow' | 'block', values: string[], field: 'group' | 'mcc' = 'group'): Rule => ({
    kind,
    field,
    values,
  });
  const taxis = amount('week', 90, 'TAXIS');
  test.each<[Rule[], [rule: number, other: number][]]>([
    [[taxis, list('block', ['TAXIS'])], [[0, 1]]],
    [[list('allow', ['MEALS']), taxis], [[1, 0]]],
    [[list('allow', ['MEALS', 'TAXIS']), taxis], []],
    [[list('block', ['COFFEE']), amount('day', 9, 'MEALS')], []],
    [[list('block', ['5811', '5812', '5813', '5814'], 'mcc'), amount('day', 9, 'MEALS')], [[1, 0]]],
    [[list('allow', ['TAXIS']), list('block', ['4121'], 'mcc')], [[0, 1]]],
    [[list('allow', ['TAXIS']), amount('day', 9)], []],
    [[{ kind: 'count', period: 'day', limit: 1, group: 'TAXIS' }, list('allow', ['5814'], 'mcc')], [[0, 1]]],
  ])('%j: %j', (rules, pairs) => {
    const warnings = policyWarnings({ rules, groups }).filter(({ warning }) => warning === 'neverAllowed');
    expect(warnings.map(({ rule, other }) => [rule, other])).toEqual(pairs);
  });

  test('is found at once, however many groups there are', () => {
    const many = Array.from({ length: 100 }, (_, n) => ({
      key: `GROUP_${'ABCDEFGHIJ'[n % 10]!}${'ABCDEFGHIJ'[Math.floor(n / 10)]!}`,
      name: '',
      ranges: Array.from({ length: 400 }, (__, code) => ({ from: 10 * code + (n % 10), to: 10 * code + (n % 10) })),
    }));
    const rules = [
      ...many.slice(0, 49).map(({ key }) => amount('day', 9, key)),
      list(
        'block',
        many.map(({ key }) => key),
      ),
    ];
    expect(policyWarnings({ rules, groups: many }).filter(({ warning }) => warning === 'neverAllowed')).toHaveLength(
      49,
    );
  });
});

test('the difference of two versions is by what a rule is about', () => {
  const list = (values: string[]): Rule => ({ kind: 'allow', field: 'country', values });
  const before = [amount('day', 1), amount('week', 5), list(['US', 'MX'])];
  const after = [list(['MX', 'US']), amount('day', 2), amount('month', 9)];
  expect(compareRules(before, after)).toEqual([
    { change: 'SAME', rule: after[0], before: before[2] },
    { change: 'CHANGED', rule: after[1], before: before[0] },
    { change: 'ADDED', rule: after[2], before: null },
    { change: 'REMOVED', rule: null, before: before[1] },
  ]);
});

test.each(Object.entries(spendPolicyTemplates))('the template %s can be saved', (_key, rules) => {
  expect(rules.every((rule) => v.is(Rule, rule))).toBe(true);
  expect(found([...rules] as Rule[])).toEqual([]);
});

test.each([
  ['an amount below zero', { kind: 'amount', period: 'day', limit: -1 }],
  ['a fraction', { kind: 'amount', period: 'day', limit: 1.5 }],
  ['an amount above 2^53', { kind: 'amount', period: 'day', limit: 2 ** 53 }],
  ['a count per purchase', { kind: 'count', period: 'purchase', limit: 1 }],
  ['a day that is none', { kind: 'amount', period: 'since', since: '2026-02-30', limit: 1 }],
  ['an eighth weekday', { kind: 'hours', windows: [{ weekdays: [7], from: 0, to: 1 }] }],
  ['an unknown kind', { kind: 'never' }],
])('%s is no rule', (_what, rule) => expect(v.is(Rule, rule)).toBe(false));
