import { expect, test } from 'vitest';
import { addDays, dayIn, easternDay, shortDate, shortWhen, startOfDay } from './when.ts';

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

/** Zones at both ends of the day, of half hours, and where clocks change at midnight. */
test.each([
  ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z'],
  ['America/New_York', '2026-03-09', '2026-03-09T04:00:00.000Z'],
  ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z'],
  ['America/New_York', '2026-11-02', '2026-11-02T05:00:00.000Z'],
  ['Pacific/Kiritimati', '2026-11-19', '2026-11-18T10:00:00.000Z'],
  ['Pacific/Pago_Pago', '2026-11-19', '2026-11-19T11:00:00.000Z'],
  ['Asia/Kolkata', '2026-11-19', '2026-11-18T18:30:00.000Z'],
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z'],
  ['Europe/Berlin', '2026-03-30', '2026-03-29T22:00:00.000Z'],
  // Midnight is skipped: the day begins at 1 AM.
  ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z'],
  // The last hour of the day before comes twice.
  ['America/Santiago', '2026-04-05', '2026-04-05T04:00:00.000Z'],
  // The first hour of the day comes twice.
  ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z'],
])('in %s the day %s begins at %s', (zone, day, at) => {
  const start = startOfDay(day, zone);
  expect(start.toISOString()).toBe(at);
  expect(dayIn(start, zone)).toBe(day);
  expect(dayIn(start.getTime() - 1, zone)).toBe(addDays(day, -1));
});

test('a list shows the day of the zone that it names', () => {
  expect(shortWhen('2026-11-19T04:30:00Z', now, 'Pacific/Kiritimati')).toBe('Nov 19');
  expect(shortWhen('2026-11-19T10:30:00Z', now, 'Pacific/Kiritimati')).toBe('Today, 12:30 AM');
});
