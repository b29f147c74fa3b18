import { describe, expect, test } from 'vitest';
import { calendarOf, dayNumber, nextOpening, resetAt } from './calendar.ts';

const newYork = 'America/New_York';
const at = (moment: string) => Date.parse(moment);
const iso = (milliseconds: number | null) => (milliseconds === null ? null : new Date(milliseconds).toISOString());

test.each([
  // Clocks go forward at 2:00 on 8 March 2026, and back at 2:00 on 1 November.
  ['2026-03-08T06:59:00Z', newYork, '2026-03-08', 0, 119],
  ['2026-03-08T07:00:00Z', newYork, '2026-03-08', 0, 180],
  ['2026-03-09T03:59:59Z', newYork, '2026-03-08', 0, 1439],
  ['2026-03-09T04:00:00Z', newYork, '2026-03-09', 1, 0],
  ['2026-11-01T05:30:00Z', newYork, '2026-11-01', 0, 90],
  ['2026-11-01T06:30:00Z', newYork, '2026-11-01', 0, 90],
  ['2026-11-02T04:59:59Z', newYork, '2026-11-01', 0, 1439],
  ['2026-11-02T05:00:00Z', newYork, '2026-11-02', 1, 0],
  ['2026-11-22T04:59:59Z', newYork, '2026-11-21', 6, 1439],
  ['2026-11-22T00:00:00Z', 'Asia/Kathmandu', '2026-11-22', 0, 345],
  ['2026-12-31T12:00:00Z', 'Pacific/Auckland', '2027-01-01', 5, 60],
  // Midnight does not exist on 6 September 2026 in Chile.
  ['2026-09-06T04:00:00Z', 'America/Santiago', '2026-09-06', 0, 60],
  ['2026-06-01T12:00:00Z', 'UTC', '2026-06-01', 1, 720],
])('%s in %s is %s, weekday %i, minute %i', (moment, zone, date, weekday, minute) => {
  const calendar = calendarOf(zone, at(moment));
  expect(calendar).toMatchObject({ date, weekday, minute });
  const [year = 0, month = 0] = date.split('-').map(Number);
  const day = dayNumber(date);
  const starts = [day, day - weekday, year * 12 + month - 1, year * 4 + Math.floor((month - 1) / 3), year, 0];
  expect(calendar.starts).toEqual(starts);
});

test('the answer does not depend on what was asked before', () => {
  const moments = Array.from({ length: 24 * 12 }, (_, hour) => at('2026-10-30T00:00:00Z') + hour * 1_800_000);
  const forward = moments.map((moment) => calendarOf(newYork, moment));
  const backward = moments.toReversed().map((moment) => calendarOf(newYork, moment));
  expect(backward.toReversed()).toEqual(forward);
});

describe('a period ends at the local midnight after its last day', () => {
  test.each([
    ['day', '2026-03-08T06:00:00Z', '2026-03-09T04:00:00.000Z'],
    ['day', '2026-11-01T05:00:00Z', '2026-11-02T05:00:00.000Z'],
    ['week', '2026-03-07T12:00:00Z', '2026-03-08T05:00:00.000Z'],
    ['week', '2026-03-08T12:00:00Z', '2026-03-15T04:00:00.000Z'],
    ['month', '2026-10-31T12:00:00Z', '2026-11-01T04:00:00.000Z'],
    ['month', '2026-11-01T12:00:00Z', '2026-12-01T05:00:00.000Z'],
    ['quarter', '2026-11-22T12:00:00Z', '2027-01-01T05:00:00.000Z'],
    ['quarter', '2026-02-28T12:00:00Z', '2026-04-01T04:00:00.000Z'],
    ['year', '2026-12-31T23:00:00Z', '2027-01-01T05:00:00.000Z'],
    ['lifetime', '2026-12-31T23:00:00Z', null],
  ] as const)('%s of %s: %s', (period, moment, end) => expect(iso(resetAt(newYork, period, at(moment)))).toBe(end));

  test('also where that day begins after midnight', () =>
    expect(iso(resetAt('America/Santiago', 'day', at('2026-09-05T20:00:00Z')))).toBe('2026-09-06T04:00:00.000Z'));

  test.each(['day', 'week', 'month', 'quarter', 'year'] as const)('the %s changes at that moment', (period) => {
    const place = ['day', 'week', 'month', 'quarter', 'year'].indexOf(period);
    for (let moment = at('2026-02-25T03:00:00Z'); moment < at('2026-12-05T00:00:00Z'); moment += 13 * 3_600_000) {
      const end = resetAt(newYork, period, moment)!;
      const current = calendarOf(newYork, moment).starts[place];
      expect(calendarOf(newYork, end - 1).starts[place]).toBe(current);
      expect(calendarOf(newYork, end).starts[place]).not.toBe(current);
    }
  });
});

describe('hours begin again at the next window', () => {
  const workdays = { weekdays: [1, 2, 3, 4, 5], from: 540, to: 1080 };
  test.each([
    ['on the same day', [workdays], '2026-11-02T12:00:00Z', '2026-11-02T14:00:00.000Z'],
    ['on the next day', [workdays], '2026-11-02T23:30:00Z', '2026-11-03T14:00:00.000Z'],
    ['after the weekend', [workdays], '2026-11-06T23:30:00Z', '2026-11-09T14:00:00.000Z'],
    [
      'at the earliest of several',
      [workdays, { weekdays: [6], from: 600, to: 720 }],
      '2026-11-06T23:30:00Z',
      '2026-11-07T15:00:00.000Z',
    ],
    ['in a week', [{ weekdays: [1], from: 540, to: 600 }], '2026-11-02T15:30:00Z', '2026-11-09T14:00:00.000Z'],
    [
      'at the end of a day',
      [{ weekdays: [1], from: 1440, to: 60 }],
      '2026-11-02T15:30:00Z',
      '2026-11-03T05:00:00.000Z',
    ],
    [
      'after the hour that the clocks skip',
      [{ weekdays: [0], from: 150, to: 600 }],
      '2026-03-08T05:30:00Z',
      '2026-03-08T07:30:00.000Z',
    ],
    ['never', [], '2026-11-02T15:30:00Z', null],
  ])('%s', (_, windows, moment, opening) => expect(iso(nextOpening(newYork, windows, at(moment)))).toBe(opening));
});
