import { expect, test } from 'vitest';
import { agoInSentence, agoText, nearDay, resetText, spanText, waitOf } from './times.ts';

const now = Date.parse('2026-11-20T02:00:00Z');
const say = {
  in: (duration: string) => `in ${duration}`,
  inAt: (duration: string, moment: string) => `in ${duration}, ${moment}`,
  midnight: (zone: string) => `at midnight ${zone}`,
};

test.each([
  ['2026-11-20T01:59:40Z', 'just now', 'just now'],
  ['2026-11-20T01:52:00Z', '8 min', '8 min ago'],
  ['2026-11-19T22:30:00Z', '3 h', '3 h ago'],
  ['2026-11-18T02:00:00Z', 'Nov 17', 'Nov 17'],
])('%s was %s', (at, short, long) => {
  expect([agoText(at, 'America/New_York', now), agoInSentence(at, 'America/New_York', now)]).toEqual([short, long]);
});

test.each([
  ['2026-11-20T05:00:00Z', 'America/New_York', 'in 3 h, at midnight Eastern'],
  ['2026-11-20T06:00:00Z', 'America/Chicago', 'in 4 h, at midnight Central'],
  ['2026-11-20T02:30:00Z', 'America/New_York', 'in 30 min'],
  ['2026-12-01T05:00:00Z', 'America/New_York', 'Dec 1'],
])('a limit that resets at %s in %s: %s', (at, zone, text) => {
  expect(resetText(at, zone, now, say)).toBe(text);
});

test.each([
  ['2026-11-20T05:00:00Z', 'midnight', '3 h'],
  ['2026-11-20T02:30:00Z', '9:30\u00A0PM', '30 min'],
  ['2026-12-01T05:00:00Z', 'Dec 1', null],
])('until %s is until %s, in %s', (at, moment, duration) => {
  expect(waitOf(at, 'America/New_York', now)).toEqual({ moment, duration });
});

test.each([
  [{ from: '2026-10-01', to: '2026-10-19' }, 'October 1 – 19'],
  [{ from: '2026-07-01', to: '2026-08-19' }, 'July 1 – August 19'],
  [{ from: '2025-01-01', to: '2025-11-19' }, 'January 1 – November 19, 2025'],
  [{ from: '2026-10-01', to: '2026-10-01' }, 'October 1'],
])('%j is %s', (span, text) => {
  expect(spanText(span, '2026')).toBe(text);
});

test('near days have names', () => {
  const today = '2026-11-19';
  expect(['2026-11-19', '2026-11-20', '2026-11-23'].map((day) => nearDay(day, today))).toEqual([
    'today',
    'tomorrow',
    'Mon, Nov 23',
  ]);
});
