import { expect, test } from 'vitest';
import {
  categoryGroupKeys,
  categoryGroups,
  categoryName,
  groupOfCategory,
  isInGroup,
  merchantCategories,
} from './merchant-categories.ts';

test('the list covers ISO 18245 without doubles, each entry with a name', () => {
  const codes = merchantCategories.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, i) => from + i));
  expect(new Set(codes).size).toBe(codes.length);
  expect(codes.length).toBeGreaterThan(1300);
  expect(merchantCategories.every(({ name }) => name.length > 2)).toBe(true);
});

test.each([
  [5812, 'Restaurants', 'RESTAURANTS'],
  [5552, 'Electric vehicle charging', 'FUEL'],
  [3058, 'Airlines', 'TRAVEL'],
  [3400, 'Car rental companies', 'TRAVEL'],
  [3690, 'Hotels', 'LODGING'],
  [4121, 'Taxis and limousines', 'TAXIS'],
  [7995, 'Betting, lottery tickets, casino chips and wagers', null],
  [4829, 'Wire transfers and money orders', null],
  [1, null, null],
])('category %i is %j in group %j', (code, name, group) => {
  expect(categoryName(code)).toBe(name);
  expect(groupOfCategory(code)).toBe(group);
});

test('the short name of each group is one word of its own', () => {
  const names = categoryGroups.map(({ short }) => short);
  expect(names.every((name) => /^[A-Z][a-z]{3,9}$/.test(name))).toBe(true);
  expect(new Set(names).size).toBe(names.length);
});

test('the thirteen groups have listed categories only, and no category twice', () => {
  expect(categoryGroups.map(({ key }) => key)).toEqual(categoryGroupKeys);
  expect(categoryGroupKeys).toHaveLength(13);
  for (let code = 0; code <= 9999; code += 1)
    expect(categoryGroups.filter((group) => isInGroup(group, code)).length, String(code)).toBeLessThan(2);
  for (const { ranges } of categoryGroups)
    for (const { from, to } of ranges)
      expect([categoryName(from), categoryName(to)], `${from}-${to}`).not.toContain(null);
});
