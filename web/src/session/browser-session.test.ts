import { expect, test } from 'vitest';
import { isLive, marker } from './browser-session.ts';

test('reads back what was written', () => {
  expect(marker.parse(JSON.stringify({ epoch: 'e1', lastActivity: 12 }))).toEqual({ epoch: 'e1', lastActivity: 12 });
});

test.each([
  null,
  '',
  'null',
  '1',
  '[]',
  '{',
  '{"epoch":"e1"}',
  '{"epoch":"","lastActivity":1}',
  '{"epoch":5,"lastActivity":1}',
  '{"epoch":"e1","lastActivity":"1"}',
  '{"epoch":"e1","lastActivity":1e999}',
])('reads %j as no marker', (stored) => {
  expect(marker.parse(stored)).toBeNull();
});

test('stores the epoch and the last activity, and nothing useful to a stranger', { tags: '@4.63' }, () => {
  const found = marker.parse('{"epoch":"e1","lastActivity":12,"token":"ses_secret"}');
  expect(Object.keys(found!)).toEqual(['epoch', 'lastActivity']);
});

test('is live until idle limit and warning are over', () => {
  const times = { idleTimeSeconds: 1140, warningTimeSeconds: 60 };
  const found = { epoch: 'e1', lastActivity: 0 };
  expect(isLive(found, times, 1_199_999)).toBe(true);
  expect(isLive(found, times, 1_200_000)).toBe(false);
  expect(isLive(null, times, 0)).toBe(false);
});
