import { expect, test } from 'vitest';
import { calendarDate, easternDate, easternHour, numericDate } from './dates.ts';
import { easternTime } from './eastern-time.ts';

test('a moment is written in Eastern Time, in winter and in summer', { tags: '@9.9' }, () => {
  // The narrow space before AM and PM is ICU's.
  expect(easternTime('2026-11-20T20:42:00Z').replaceAll('\u202F', ' ')).toBe('Nov 20, 2026, 3:42 PM ET');
  expect(easternTime(new Date('2026-07-01T03:30:00Z')).replaceAll('\u202F', ' ')).toBe('Jun 30, 2026, 11:30 PM ET');
  expect(easternHour('2026-11-20T20:42:00Z').replaceAll('\u202F', ' ')).toBe('3:42 PM ET');
  expect(easternDate('2026-11-21T04:59:00Z')).toBe('Nov 20, 2026');
  expect(numericDate('2026-11-09T04:59:00Z')).toBe('11/08/2026');
});

test('a date without a time is that date everywhere', () => {
  expect(calendarDate('2026-12-01')).toBe('Dec 1, 2026');
  expect(calendarDate('2026-12-31')).toBe('Dec 31, 2026');
});
