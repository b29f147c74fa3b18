import { windowsText } from '@florin/contract/cards/policies/hour-sentences';
import { expect, test } from 'vitest';
import { commonWindows } from './hours.ts';

const every = [0, 1, 2, 3, 4, 5, 6];
const week = [1, 2, 3, 4, 5];
const days = (weekdays: number[], from: number, to: number) => ({ weekdays, from: from * 60, to: to * 60 });

test.each([
  ['Monday to Friday, 9 AM to noon', [days(week, 9, 18)], [days(every, 7, 12)]],
  ['Monday to Friday, 7 AM to 11 PM', [days(week, 0, 24)], [days(every, 7, 23)]],
  ['Monday to Friday, at any hour', [days(every, 0, 24)], [days(week, 0, 24)]],
  ['every day, 10 PM to midnight', [days(every, 22, 4)], [days(every, 6, 24)]],
  ['every day, 10 PM to 3 AM', [days(every, 22, 4)], [days(every, 20, 3)]],
  ['Saturday, 10 PM to 3 AM', [days([6], 22, 4)], [days(every, 20, 3)]],
  ['Monday, 9 AM to noon and Monday, 2 PM to 6 PM', [days([1], 9, 12), days([1], 14, 18)], [days(week, 8, 20)]],
  ['Monday and Wednesday, 9 AM to 5 PM', [days([1, 3, 6], 9, 17)], [days(week, 8, 20)]],
  ['no day', [days([0, 6], 9, 17)], [days(week, 9, 17)]],
] as const)('a card with two rules of hours works %s', (expected, one, other) => {
  expect(windowsText(commonWindows(one, other))).toBe(expected);
  expect(windowsText(commonWindows(other, one))).toBe(expected);
});
