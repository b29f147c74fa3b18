import { expect, test } from 'vitest';
import { dateText, momentIn, momentText, zoneName } from './in-zone.ts';

const now = new Date('2026-11-20T12:00:00Z');

test('moments are written in the zone of the business', () => {
  expect(momentText('2026-11-23T04:30:00Z', 'America/New_York', now)).toBe('Nov 22, 11:30 PM');
  expect(dateText('2026-11-23T04:30:00Z', 'America/New_York', now)).toBe('Nov 22');
  expect(dateText('2025-11-23T04:30:00Z', 'America/New_York', now)).toBe('Nov 22, 2025');
  expect(zoneName('America/New_York')).toBe('Eastern Time');
});

test.each([
  ['2026-11-23T09:00', 'America/New_York', '2026-11-23T14:00:00.000Z'],
  ['2026-07-01T09:00', 'America/New_York', '2026-07-01T13:00:00.000Z'],
  ['2026-11-01T00:30', 'America/New_York', '2026-11-01T04:30:00.000Z'],
  ['2026-11-23T09:00', 'Asia/Kathmandu', '2026-11-23T03:15:00.000Z'],
  ['soon', 'UTC', null],
])('%s in %s is %s', (local, zone, moment) => {
  expect(momentIn(local, zone)).toBe(moment);
});
