import type { CardLimits } from '@florin/contract/cards/spend-limits';
import { expect, test } from 'vitest';
import { distinguishingPolicy } from './binding.ts';

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
