import { expect, test } from 'vitest';
import { zoneOptions, zoneText } from './zone-options.ts';

const winter = new Date('2026-01-15T12:00:00Z');
const summer = new Date('2026-07-15T12:00:00Z');

test.each([
  ['America/New_York', winter, 'Eastern Time, New York (UTC\u221205:00)'],
  ['America/New_York', summer, 'Eastern Time, New York (UTC\u221204:00)'],
  ['America/Phoenix', winter, 'Mountain Standard Time, Phoenix (UTC\u221207:00)'],
  ['America/Indiana/Knox', winter, 'Central Time, Knox, Indiana (UTC\u221206:00)'],
  ['Europe/London', winter, 'United Kingdom Time, London (UTC+00:00)'],
  ['Asia/Kathmandu', winter, 'Nepal Time, Kathmandu (UTC+05:45)'],
])('%s', (zone, at, text) => {
  expect(zoneText(zone, at)).toBe(text);
});

test('the zone in force is among the options, and has its name at once', () => {
  const labelOf = (given: string, isNamed: boolean) =>
    zoneOptions(given, isNamed).find(({ id }) => id === given)?.label;
  for (const given of ['America/Denver', 'US/Mountain'])
    for (const isNamed of [false, true]) expect(labelOf(given, isNamed)).toMatch(/^Mountain Time, .* \(UTC/);
});
