import type { CardLimits } from '@florin/contract/cards/spend-limits';
import { expect, test } from 'vitest';
import { distinguishingPolicy, otherLimitsOf } from './binding.ts';

const limit = (policyName: string, period: string, group: string | null = null, unit = 'AMOUNT') => ({
  policyName,
  period,
  unit,
  group: group === null ? null : { key: group, name: group },
});

test.each([
  ['the only one of its period', [limit('Everyday', 'day'), limit('Sales', 'month')], null],
  ['one of two of a period', [limit('Everyday', 'day'), limit('Sales', 'day')], 'Everyday'],
  ['one beside that of a category', [limit('Everyday', 'day'), limit('Sales', 'day', 'FUEL')], null],
  ['one of two of a category', [limit('Everyday', 'day', 'FUEL'), limit('Sales', 'day', 'FUEL')], 'Everyday'],
  ['an amount beside a number', [limit('Everyday', 'day'), limit('Sales', 'day', null, 'COUNT')], null],
])('%s', (_, limits, name) => {
  const card = { limits } as unknown as CardLimits;
  expect(distinguishingPolicy(card, card.limits[0]!)).toBe(name);
});

test('other limits stand from the shortest period to the longest, those of a category after that of all', () => {
  const given = [
    limit('A', 'week'),
    limit('B', 'lifetime'),
    limit('C', 'purchase', 'HOTELS'),
    limit('D', 'day'),
    limit('E', 'purchase'),
    limit('F', 'month'),
  ];
  const leftToSpend = { binding: { by: 'LIMIT', limit: 5 } };
  const card = { limits: given, leftToSpend } as unknown as CardLimits;
  expect(otherLimitsOf(card).map(({ policyName }) => policyName)).toEqual(['E', 'C', 'D', 'A', 'B']);
});
