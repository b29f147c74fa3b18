import { expect, test } from 'vitest';
import { isLooser, isRaise, isRelief } from './loosening.ts';
import type { GroupSnapshot, Rule } from './spend-rules.ts';

const meals: GroupSnapshot = { key: 'RESTAURANTS', name: 'Restaurants', ranges: [{ from: 5811, to: 5814 }] };
const fewer: GroupSnapshot = { ...meals, ranges: [{ from: 5811, to: 5812 }] };
const day = (limit: number, more: object = {}): Rule => ({ kind: 'amount', period: 'day', limit, ...more });
const list = (kind: 'allow' | 'block', ...values: string[]): Rule => ({ kind, field: 'country', values });
const groups = (kind: 'allow' | 'block'): Rule => ({ kind, field: 'group', values: ['RESTAURANTS'] });
const hours = (from: number, to: number, weekdays = [1, 2, 3], more: object = {}): Rule => ({
  kind: 'hours',
  windows: [{ weekdays, from, to }],
  ...more,
});
const receipts = (more: object): Rule => ({ kind: 'receipts', overdueAtMost: 2, ...more });

const of = (rule: Rule | null, group: GroupSnapshot | null = null) => ({
  rules: rule === null ? [] : [rule],
  groups: group === null ? [] : [group],
});

test.each([
  ['the same limit', of(day(100)), of(day(100)), false],
  ['a lower limit', of(day(100)), of(day(99)), false],
  ['a higher limit', of(day(100)), of(day(101)), true],
  ['a limit that is gone', of(day(100)), of(null), true],
  ['a limit that came', of(null), of(day(100)), false],
  ['a limit of another period', of(day(100)), of({ kind: 'amount', period: 'week', limit: 1 }), true],
  [
    'a limit of fewer categories',
    of(day(1, { group: meals.key }), meals),
    of(day(1, { group: meals.key }), fewer),
    true,
  ],
  [
    'a limit of more categories',
    of(day(1, { group: meals.key }), fewer),
    of(day(1, { group: meals.key }), meals),
    false,
  ],
  ['a country more allowed', of(list('allow', 'US')), of(list('allow', 'US', 'MX')), true],
  ['a country less allowed', of(list('allow', 'US', 'MX')), of(list('allow', 'US')), false],
  ['a country more blocked', of(list('block', 'US')), of(list('block', 'US', 'MX')), false],
  ['a country less blocked', of(list('block', 'US', 'MX')), of(list('block', 'US')), true],
  ['a wider group allowed', of(groups('allow'), fewer), of(groups('allow'), meals), true],
  ['a wider group blocked', of(groups('block'), fewer), of(groups('block'), meals), false],
  ['a narrower group blocked', of(groups('block'), meals), of(groups('block'), fewer), true],
  ['shorter hours', of(hours(420, 1380)), of(hours(480, 1380)), false],
  ['longer hours', of(hours(420, 1380)), of(hours(420, 1381)), true],
  ['another day', of(hours(420, 1380)), of(hours(420, 1380, [1, 2, 3, 4])), true],
  ['the same night in two windows', of(hours(1320, 120, [6])), of(hours(1320, 120, [6])), false],
  ['a night that was two windows', of(hours(1320, 60, [6])), of(hours(1320, 61, [6])), true],
  ['a group exempt from hours', of(hours(1, 2)), of(hours(1, 2, [1, 2, 3], { exempt: [meals.key] }), meals), true],
  ['later receipts', of(receipts({ withinDays: 7 })), of(receipts({ withinDays: 8 })), true],
  ['sooner receipts', of(receipts({ withinDays: 7 })), of(receipts({ withinDays: 6 })), false],
  ['receipts from a higher amount', of(receipts({ fromAmount: 25 })), of(receipts({ fromAmount: 26 })), true],
  ['more receipts overdue', of(receipts({})), of({ kind: 'receipts', overdueAtMost: 3 }), true],
  ['nothing that follows', of(day(100)), null, true],
  ['nothing after nothing', of(null), null, false],
] as const)('%s', (_what, before, after, looser) => {
  expect(isLooser(before, after)).toBe(looser);
});

test.each([
  ['a higher limit', day(101), [of(day(100))], true],
  ['the same limit', day(100), [of(day(100))], false],
  ['a lower limit', day(50), [of(day(100))], false],
  ['a limit between those of two policies', day(70), [of(day(50)), of(day(100))], true],
  ['a limit that no policy has', day(70), [of({ kind: 'amount', period: 'week', limit: 1 })], false],
  ['an exception', list('allow', 'MX'), [], true],
  ['a block', list('block', 'MX'), [of(list('block', 'CA'))], false],
] as const)('a temporary change with %s', (_case, rule, policies, expected) => {
  expect(isRaise(of(rule), policies)).toBe(expected);
});

test.each([
  ['a limit below the policy', of(day(10)), [of(day(50))], [], true],
  ['a limit of the policy', of(day(50)), [of(day(50))], [], false],
  ['a limit that no policy has', of(day(50)), [of(list('allow', 'US'))], [], true],
  ['a raise', of(day(90)), [of(day(50))], [], false],
  ['a limit that a second policy keeps', of(day(20)), [of(day(50)), of(day(20))], [], false],
  ['a limit above which another change has raised the card', of(day(50)), [of(day(50))], [of(day(90))], true],
  ['a limit that another change keeps for now', of(day(10)), [of(day(50))], [of(day(5))], true],
  ['an exception', of(list('allow', 'MX')), [of(list('allow', 'US'))], [], false],
  ['a block', of(list('block', 'MX')), [of(list('block', 'CA'))], [], true],
  ['a block of the policy', of(list('block', 'MX')), [of(list('block', 'MX', 'CA'))], [of(list('block', 'FR'))], false],
  ['shorter hours', of(hours(480, 1020)), [of(hours(420, 1380))], [], true],
] as const)('the end of a temporary change, %s', (_what, change, policies, others, expected) => {
  expect(isRelief(change, policies, others)).toBe(expected);
});
