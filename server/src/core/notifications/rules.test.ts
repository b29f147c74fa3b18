import { expect, test } from 'vitest';
import { afterQuietHours, nextDigest, routeOf } from './rules.ts';

const newYork = 'America/New_York';
const at = (iso: string) => new Date(iso);
const night = { from: '21:00', until: '08:00' };

test.each([
  ['at noon', '2026-11-20T17:00:00Z', '2026-11-20T17:00:00Z'],
  ['a second before they begin', '2026-11-21T01:59:59Z', '2026-11-21T01:59:59Z'],
  ['as they begin', '2026-11-21T02:00:00Z', '2026-11-21T13:00:00Z'],
  ['after midnight', '2026-11-21T06:30:20Z', '2026-11-21T13:00:00Z'],
  ['as they end', '2026-11-21T13:00:00Z', '2026-11-21T13:00:00Z'],
  ['in the night of a longer day', '2026-11-01T03:00:00Z', '2026-11-01T13:00:00Z'],
  ['in the night of a shorter day', '2026-03-08T04:00:00Z', '2026-03-08T12:00:00Z'],
])('a text %s waits for the end of quiet hours over midnight', (_when, now, sent) => {
  expect(afterQuietHours(night, newYork, at(now))).toEqual(at(sent));
});

test.each([
  ['before', '2026-11-20T11:59:00Z', '2026-11-20T11:59:00Z'],
  ['within', '2026-11-20T12:10:30Z', '2026-11-20T14:00:00Z'],
  ['after', '2026-11-20T14:00:00Z', '2026-11-20T14:00:00Z'],
])('a text %s quiet hours of one day', (_when, now, sent) => {
  expect(afterQuietHours({ from: '12:00', until: '14:00' }, 'UTC', at(now))).toEqual(at(sent));
});

test('quiet hours that end when they begin are none', () => {
  const now = at('2026-11-20T12:00:00Z');
  expect(afterQuietHours({ from: '12:00', until: '12:00' }, 'UTC', now)).toEqual(now);
});

test.each([
  ['before eight', newYork, '2026-11-20T12:59:59Z', '2026-11-20T13:00:00Z'],
  ['at eight: the next day', newYork, '2026-11-20T13:00:00Z', '2026-11-21T13:00:00Z'],
  ['over a change of the clocks', newYork, '2026-10-31T20:00:00Z', '2026-11-01T13:00:00Z'],
  ['where half hours count', 'Asia/Kolkata', '2026-11-20T00:00:00Z', '2026-11-20T02:30:00Z'],
])('the digest %s', (_when, zone, now, sent) => {
  expect(nextDigest(zone, at(now))).toEqual(at(sent));
});

test('each channel has its own way', () => {
  const now = at('2026-11-21T06:00:00Z');
  const morning = at('2026-11-21T13:00:00Z');
  const route = (email: 'OFF' | 'NOW' | 'DIGEST', text: 'OFF' | 'NOW', quietHours: typeof night | null = night) =>
    routeOf({ email, text }, { quietHours }, newYork, now);
  expect(route('OFF', 'OFF')).toEqual({ mail: null, textAt: null });
  expect(route('NOW', 'NOW')).toEqual({ mail: 'NOW', textAt: morning });
  expect(route('NOW', 'NOW', null)).toEqual({ mail: 'NOW', textAt: now });
  expect(route('DIGEST', 'OFF')).toEqual({ mail: { digestAt: morning }, textAt: null });
});
