import { describe, expect, test } from 'vitest';
import { moveWindows } from './time-zone.ts';

/** The numbers of the current day, week, month, quarter, year and lifetime. */
const starts = (day: number) => [day, 100, 10, 4, 2026, 0];
const window = (day: number, amount: number) => [
  day,
  amount,
  1,
  100,
  70,
  2,
  10,
  90,
  3,
  4,
  90,
  3,
  2026,
  90,
  3,
  0,
  90,
  3,
];

describe('what was used of a day', () => {
  test.each([
    ['of today is of today where it is tomorrow already', 7, 7, 8, false, 8],
    ['of today is not of yesterday where it is yesterday still', 8, 8, 7, false, 8],
    ['of yesterday stays yesterday’s', 6, 7, 8, false, 6],
    ['goes back with a change that is taken back the same day', 8, 8, 7, true, 7],
    ['of a day ahead stays there', 9, 8, 7, true, 9],
    ['stays where both zones have the same date', 7, 7, 7, false, 7],
  ])('%s', (_what, day, from, to, isBack, then) => {
    expect(moveWindows({ '*': window(day, 50) }, starts(from), starts(to), isBack)).toEqual({ '*': window(then, 50) });
  });

  test('a counter since a date has no periods', () => {
    const windows = { '*@2026-01-01': [20_454, 50, 1] };
    expect(moveWindows(windows, starts(7), starts(8), false)).toEqual(windows);
  });
});
