import { expect, test } from 'vitest';
import { addDays, easternDay, shortDate, shortWhen, startOfDay } from './when.ts';

const now = new Date('2026-11-19T23:00:00Z');

test.each([
  ['2026-11-19T22:41:00Z', 'Today, 5:41 PM'],
  ['2026-11-19T04:30:00Z', 'Nov 18'],
  ['2025-12-31T12:00:00Z', 'Dec 31, 2025'],
])('a list shows %s as %s', (at, text) => {
  expect(shortWhen(at, now)).toBe(text);
});

test('the year is shown if it is another one', () => {
  expect(shortDate('2027-01-02T12:00:00Z', now)).toBe('Jan 2, 2027');
});

test.each(['2026-03-07', '2026-03-08', '2026-03-09', '2026-10-31', '2026-11-01', '2026-11-02', '2026-07-04'])(
  'the day %s begins at midnight in Eastern Time',
  (day) => {
    const start = startOfDay(day);
    expect(easternDay(start)).toBe(day);
    expect(easternDay(start.getTime() - 1)).toBe(addDays(day, -1));
  },
);
