import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextRun, nextRuns, type Recurrence } from './recurrence.ts';

const newYork = 'America/New_York';
const daily: Recurrence = {
  frequency: 'DAILY',
  weekday: null,
  dayOfMonth: null,
  timeOfDay: '06:00',
  startsOn: '2026-01-01',
  endsOn: null,
};
const weekly = { ...daily, frequency: 'WEEKLY', weekday: 5 } as const;
const monthly = (dayOfMonth: number) => ({ ...daily, frequency: 'MONTHLY', dayOfMonth }) as const;

test.each<[what: string, Recurrence, zone: string, after: string, runs: string[]]>([
  ['daily', daily, newYork, '2026-11-17T10:59:59Z', ['2026-11-17T11:00', '2026-11-18T11:00']],
  ['not twice at its own moment', daily, newYork, '2026-11-17T11:00:00Z', ['2026-11-18T11:00']],
  ['before its start', { ...daily, startsOn: '2026-12-01' }, newYork, '2026-11-17T11:00:00Z', ['2026-12-01T11:00']],
  [
    'until its end',
    { ...daily, endsOn: '2026-11-18' },
    newYork,
    '2026-11-16T20:00:00Z',
    ['2026-11-17T11:00', '2026-11-18T11:00'],
  ],
  ['after its end', { ...daily, endsOn: '2026-11-18' }, newYork, '2026-11-18T11:00:00Z', []],
  [
    'on weekdays',
    { ...daily, frequency: 'WEEKDAYS' },
    newYork,
    '2026-11-19T12:00:00Z',
    ['2026-11-20T11:00', '2026-11-23T11:00'],
  ],
  ['on Fridays', weekly, newYork, '2026-11-17T12:00:00Z', ['2026-11-20T11:00', '2026-11-27T11:00']],
  ['on the 1st', monthly(1), newYork, '2026-11-17T12:00:00Z', ['2026-12-01T11:00', '2027-01-01T11:00']],
  [
    'on the last day of shorter months',
    monthly(31),
    newYork,
    '2027-01-31T12:00:00Z',
    ['2027-02-28T11:00', '2027-03-31T10:00', '2027-04-30T10:00'],
  ],
  ['over the clocks going forward', daily, newYork, '2026-03-07T12:00:00Z', ['2026-03-08T10:00', '2026-03-09T10:00']],
  ['over the clocks going back', daily, newYork, '2026-10-31T12:00:00Z', ['2026-11-01T11:00', '2026-11-02T11:00']],
  [
    'at a time that is skipped',
    { ...daily, timeOfDay: '02:30' },
    newYork,
    '2026-03-07T12:00:00Z',
    ['2026-03-08T07:30', '2026-03-09T06:30'],
  ],
  [
    'once at a time that comes twice',
    { ...daily, timeOfDay: '01:30' },
    newYork,
    '2026-10-31T12:00:00Z',
    ['2026-11-01T05:30', '2026-11-02T06:30'],
  ],
  ['in another zone', daily, 'Pacific/Auckland', '2026-11-17T12:00:00Z', ['2026-11-17T17:00', '2026-11-18T17:00']],
  [
    'never for a low balance',
    { ...daily, frequency: 'LOW_BALANCE', timeOfDay: null },
    newYork,
    '2026-11-17T12:00:00Z',
    [],
  ],
])('%s', (_what, recurrence, zone, after, runs) => {
  const found = nextRuns(recurrence, zone, new Date(after), Math.max(runs.length, 1));
  expect(found.map((at) => at.toISOString().slice(0, 16))).toEqual(runs);
});

test('over ten years a daily schedule runs once a day, whatever the zone and the time of day', () => {
  const zones = [newYork, 'America/Los_Angeles', 'Europe/London', 'Australia/Lord_Howe', 'America/Sao_Paulo', 'UTC'];
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.integer({ min: 0, max: 1439 }),
      fc.date({ min: new Date('2026-01-01'), max: new Date('2035-12-01'), noInvalidDate: true }),
      (zone, minute, from) => {
        const timeOfDay = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
        const runs = nextRuns({ ...daily, timeOfDay }, zone, from, 40);
        const days = runs.map((at) =>
          Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone).toPlainDate().toString(),
        );
        expect(new Set(days).size).toBe(40);
        expect(nextRun({ ...daily, timeOfDay }, zone, runs[0]!)).toEqual(runs[1]);
      },
    ),
    { numRuns: 300 },
  );
});
