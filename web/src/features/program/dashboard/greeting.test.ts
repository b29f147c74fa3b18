import { expect, test } from 'vitest';
import { greetingOf } from './greeting.ts';

test.each([
  ['2026-11-19T18:27:00Z', 'America/New_York', 'Good afternoon, Priya'],
  ['2026-11-19T18:27:00Z', 'America/Los_Angeles', 'Good morning, Priya'],
  ['2026-11-19T22:59:00Z', 'America/New_York', 'Good afternoon, Priya'],
  ['2026-11-19T23:00:00Z', 'America/New_York', 'Good evening, Priya'],
  ['2026-11-20T04:59:00Z', 'America/New_York', 'Good evening, Priya'],
  ['2026-11-20T05:00:00Z', 'America/New_York', 'Hello, Priya'],
  ['2026-11-20T09:59:00Z', 'America/New_York', 'Hello, Priya'],
  ['2026-11-20T10:00:00Z', 'America/New_York', 'Good morning, Priya'],
  ['2026-11-20T00:30:00Z', 'Asia/Tokyo', 'Good morning, Priya'],
])('at %s in %s: %s', (at, zone, greeting) => {
  expect(greetingOf('Priya', zone, new Date(at))).toBe(greeting);
});
