import { expect, test } from 'vitest';
import {
  addDays,
  agoInSentence,
  agoText,
  calendarDay,
  clockText,
  dayHeading,
  dayIn,
  localIn,
  longWhen,
  momentIn,
  shortDate,
  shortWhen,
  shortZoneName,
  startOfDay,
  zoneName,
} from './when.ts';

const now = new Date('2026-11-19T23:00:00Z');
const eastern = 'America/New_York';

/** One moment in every form: the day differs at both ends of the world. */
test.each([
  [eastern, '2026-11-19T22:41:00Z', 'Today, 5:41\u00A0PM', 'Nov 19, 5:41\u00A0PM', 'Thu, Nov 19', '2026-11-19'],
  [eastern, '2026-11-19T04:30:00Z', 'Nov 18', 'Nov 18, 11:30\u00A0PM', 'Wed, Nov 18', '2026-11-18'],
  [eastern, '2026-01-01T04:30:00Z', 'Dec 31, 2025', 'Dec 31, 2025, 11:30\u00A0PM', 'Wed, Dec 31', '2025-12-31'],
  [eastern, '2027-01-02T12:00:00Z', 'Jan 2, 2027', 'Jan 2, 2027, 7:00\u00A0AM', 'Sat, Jan 2', '2027-01-02'],
  [
    'America/Los_Angeles',
    '2026-11-19T22:41:00Z',
    'Today, 2:41\u00A0PM',
    'Nov 19, 2:41\u00A0PM',
    'Thu, Nov 19',
    '2026-11-19',
  ],
  ['Pacific/Kiritimati', '2026-11-19T04:30:00Z', 'Nov 19', 'Nov 19, 6:30\u00A0PM', 'Thu, Nov 19', '2026-11-19'],
  [
    'Pacific/Kiritimati',
    '2026-11-19T10:30:00Z',
    'Today, 12:30\u00A0AM',
    'Nov 20, 12:30\u00A0AM',
    'Fri, Nov 20',
    '2026-11-20',
  ],
  ['Pacific/Kiritimati', '2025-12-31T12:00:00Z', 'Jan 1', 'Jan 1, 2:00\u00A0AM', 'Thu, Jan 1', '2026-01-01'],
  ['Asia/Kolkata', '2026-11-19T22:41:00Z', 'Today, 4:11\u00A0AM', 'Nov 20, 4:11\u00A0AM', 'Fri, Nov 20', '2026-11-20'],
])('in %s, %s is %s and %s', (zone, at, short, long, heading, day) => {
  expect([shortWhen(at, zone, now), longWhen(at, zone, now), dayHeading(at, zone), dayIn(at, zone)]).toEqual([
    short,
    long,
    heading,
    day,
  ]);
  expect(long).toBe(`${shortDate(at, zone, now)}, ${clockText(at, zone)}`);
});

test('a date without a time is the same everywhere', () => {
  expect(calendarDay('2026-11-01', now)).toBe('Nov 1');
  expect(calendarDay('2025-12-31', now)).toBe('Dec 31, 2025');
});

test.each([
  [eastern, 'Eastern Time', 'Eastern'],
  ['America/Los_Angeles', 'Pacific Time', 'Pacific'],
  ['Asia/Kolkata', 'India Standard Time', 'India Standard'],
])('the zone %s is %s', (zone, name, short) => {
  expect([zoneName(zone), shortZoneName(zone)]).toEqual([name, short]);
});

/** Zones at both ends of the day, of half hours, and where clocks change at midnight. */
test.each([
  [eastern, '2026-03-08', '2026-03-08T05:00:00.000Z'],
  [eastern, '2026-03-09', '2026-03-09T04:00:00.000Z'],
  [eastern, '2026-11-01', '2026-11-01T04:00:00.000Z'],
  [eastern, '2026-11-02', '2026-11-02T05:00:00.000Z'],
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

test.each([
  ['2026-11-23T09:00', eastern, '2026-11-23T14:00:00.000Z'],
  ['2026-07-01T09:00', eastern, '2026-07-01T13:00:00.000Z'],
  ['2026-11-01T00:30', eastern, '2026-11-01T04:30:00.000Z'],
  ['2026-11-23T09:00', 'Asia/Kathmandu', '2026-11-23T03:15:00.000Z'],
])('%s in %s is %s, and back', (local, zone, moment) => {
  expect(momentIn(local, zone)).toBe(moment);
  expect(localIn(moment, zone)).toBe(local);
});

test('what is no time has no moment', () => {
  expect(momentIn('soon', 'UTC')).toBeNull();
});

/** What a field holds while a year is typed, and what an address may name. */
const oddDays = ['0000-01-01', '0001-01-01', '0002-11-01', '0099-12-31', '0999-12-31', '9998-12-31', '9999-12-31'];

test.each(oddDays.flatMap((isoDay) => [eastern, 'Pacific/Kiritimati', 'UTC'].map((zone) => [isoDay, zone] as const)))(
  'the day %s in %s and its neighbors have moments',
  (isoDay, zone) => {
    for (const each of [isoDay, addDays(isoDay, 1), addDays(isoDay, -1)]) {
      expect(each).toMatch(/^\d{4}-\d{2}-\d{2}$/);
      expect(startOfDay(each, zone).toISOString()).toMatch(/^\d{4}-/);
    }
    expect(startOfDay(addDays(isoDay, 1), zone) >= startOfDay(isoDay, zone)).toBe(true);
  },
);

const evening = Date.parse('2026-11-20T02:00:00Z');
test.each([
  ['2026-11-20T01:59:40Z', 'just now', 'just now'],
  ['2026-11-20T01:52:00Z', '8 min', '8 min ago'],
  ['2026-11-19T22:30:00Z', '3 h', '3 h ago'],
  ['2026-11-18T02:00:00Z', 'Nov 17', 'Nov 17'],
])('%s was %s', (at, short, long) => {
  expect([agoText(at, 'America/New_York', evening), agoInSentence(at, 'America/New_York', evening)]).toEqual([
    short,
    long,
  ]);
});
