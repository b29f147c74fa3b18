import { expect, test } from 'vitest';
import { resetText, waitOf } from './resets.ts';

const now = Date.parse('2026-11-20T02:00:00Z');

test.each([
  ['2026-11-20T05:00:00Z', 'America/New_York', 'in 3 h, at midnight Eastern'],
  ['2026-11-20T06:00:00Z', 'America/Chicago', 'in 4 h, at midnight Central'],
  ['2026-11-20T02:30:00Z', 'America/New_York', 'in 30 min, at 9:30\u00A0PM Eastern'],
  ['2026-11-20T02:59:59Z', 'America/New_York', 'in 1 h, at 9:59\u00A0PM Eastern'],
  ['2026-11-20T03:59:00Z', 'America/New_York', 'in 1 h, at 10:59\u00A0PM Eastern'],
  ['2026-11-21T01:59:00Z', 'America/New_York', 'in 23 h, at 8:59\u00A0PM Eastern'],
  ['2026-11-20T01:59:00Z', 'America/New_York', 'in 1 min, at 8:59\u00A0PM Eastern'],
  ['2026-12-01T05:00:00Z', 'America/New_York', 'Dec 1, at midnight'],
  ['2027-01-01T05:00:00Z', 'America/New_York', 'Jan 1, 2027, at midnight'],
])('a limit that resets at %s in %s: %s', (at, zone, text) => {
  expect(resetText(at, zone, now)).toBe(text);
});

test.each([
  ['2026-11-20T05:00:00Z', 'midnight', '3 h'],
  ['2026-11-20T02:30:00Z', '9:30\u00A0PM', '30 min'],
  ['2026-12-01T05:00:00Z', 'Dec 1', null],
  ['2026-11-23T12:00:00Z', 'Nov 23, 7:00\u00A0AM', null],
])('until %s is until %s, in %s', (at, moment, duration) => {
  expect(waitOf(at, 'America/New_York', now)).toEqual({ moment, duration });
});
