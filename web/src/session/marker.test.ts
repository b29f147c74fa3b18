import { expect, test } from 'vitest';
import { isLive, parseMarker } from './marker.ts';

test('reads back what was written', () => {
  expect(parseMarker(JSON.stringify({ epoch: 'e1', lastActivity: 12 }))).toEqual({ epoch: 'e1', lastActivity: 12 });
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
])('takes %j for absent', (stored) => {
  expect(parseMarker(stored)).toBeNull();
});

test('holds the epoch and the last activity, and nothing a stranger could use', { tags: '@4.63' }, () => {
  const marker = parseMarker('{"epoch":"e1","lastActivity":12,"token":"ses_secret"}');
  expect(Object.keys(marker!)).toEqual(['epoch', 'lastActivity']);
});

test('is live until idle limit and warning are over', () => {
  const times = { idleTimeSeconds: 1140, warningTimeSeconds: 60 };
  const marker = { epoch: 'e1', lastActivity: 0 };
  expect(isLive(marker, times, 1_199_999)).toBe(true);
  expect(isLive(marker, times, 1_200_000)).toBe(false);
  expect(isLive(null, times, 0)).toBe(false);
});
