import { describe, expect, test } from 'vitest';
import { admitsBelow, closedSecondsAt, difficultyAt, stateOf, type Difficulty } from './throttle-rules.ts';

const now = new Date('2026-11-21T08:00:00Z');
const inSeconds = (seconds: number) => new Date(now.getTime() + seconds * 1000);

test.each([
  [0, 0],
  [2, 0],
  [3, 1],
  [4, 1],
  [5, 2],
  [7, 2],
  [8, 3],
  [99, 3],
])('%i failures ask for a captcha of difficulty %i', (failures, difficulty) => {
  expect(difficultyAt(failures)).toBe(difficulty);
});

test.each([
  [9, 0],
  [10, 900],
  [11, 1800],
  [12, 3600],
  [13, 3600],
  [99, 3600],
])('failure number %i closes the bucket for %i seconds', (failures, seconds) => {
  expect(closedSecondsAt(failures)).toBe(seconds);
});

describe('the state of a bucket', () => {
  test.each([
    ['nothing failed yet', undefined, { kind: 'open', difficulty: 0 }],
    ['a few failures', { failures: 4, closedUntil: null }, { kind: 'open', difficulty: 1 }],
    ['closed', { failures: 10, closedUntil: inSeconds(1) }, { kind: 'closed', until: inSeconds(1) }],
    ['closed until now', { failures: 10, closedUntil: now }, { kind: 'open', difficulty: 3 }],
    ['closed for the last time', { failures: 99, closedUntil: inSeconds(-1) }, { kind: 'open', difficulty: 3 }],
    ['a hundred failures', { failures: 100, closedUntil: inSeconds(-1) }, { kind: 'locked' }],
    ['a hundred failures and closed', { failures: 100, closedUntil: inSeconds(1) }, { kind: 'locked' }],
  ] as const)('%s', (_what, bucket, state) => {
    expect(stateOf(bucket, now)).toEqual(state);
  });
});

test('the captcha that a bucket requires is admitted, and an easier one is not', () => {
  for (let failures = 0; failures < 100; failures += 1) {
    for (const proven of [0, 1, 2, 3] as Difficulty[])
      expect(failures < admitsBelow[proven], `${failures} ${proven}`).toBe(proven >= difficultyAt(failures));
  }
});
