import { idlePresets } from '@florin/contract/limits';
import { expect, test } from 'vitest';
import { afterMovement, afterNavigation, afterResume, type IdleLimits, idleState, reportIsDue } from './idle.ts';

const limitsOf = (preset: (typeof idlePresets)[keyof typeof idlePresets]): IdleLimits => ({
  idleSeconds: preset.idleTimeSeconds,
  warningSeconds: preset.warningTimeSeconds,
  sensitivitySeconds: preset.idleSensitivitySeconds,
});
const usual = limitsOf(idlePresets.default);
const strict = limitsOf(idlePresets.strict);
const start = 1_800_000_000_000;
const after = (seconds: number) => start + seconds * 1000;

const active = { kind: 'active' };
const timedOut = { kind: 'timed-out' };
const warning = (secondsLeft: number) => ({ kind: 'idle-warning', secondsLeft });

test.each([
  [usual, 0, active],
  [usual, 1139.999, active],
  [usual, 1140, warning(60)],
  [usual, 1140.001, warning(60)],
  [usual, 1141, warning(59)],
  [usual, 1199.999, warning(1)],
  [usual, 1200, timedOut],
  [usual, 86_400, timedOut],
  [strict, 599.999, active],
  [strict, 600, warning(300)],
  [strict, 899.999, warning(1)],
  [strict, 900, timedOut],
])('%o after %s s', { tags: '@4.59' }, (limits, seconds, expected) => {
  expect(idleState(after(seconds), start, limits)).toMatchObject(expected);
});

test('the next check is when the state can change by itself', () => {
  expect(idleState(after(5), start, usual)).toEqual({ kind: 'active', nextCheckAt: after(1140) });
  expect(idleState(after(1140), start, usual)).toMatchObject({ nextCheckAt: after(1141) });
  expect(idleState(after(1140.4), start, usual)).toMatchObject({ nextCheckAt: after(1141) });
  expect(idleState(after(1199.5), start, usual)).toMatchObject({ nextCheckAt: after(1200) });
});

test('a sleeping machine wakes up to the end, not to a new term', () => {
  expect(idleState(after(8 * 3600), start, usual).kind).toBe('timed-out');
  expect(afterMovement(after(8 * 3600), start, usual)).toBe(start);
  expect(afterResume(after(8 * 3600), start, usual)).toBe(start);
});

test('movements closer together than the sensitivity count as one', { tags: ['@9.20', '@9.25'] }, () => {
  expect(afterMovement(after(1.999), start, usual)).toBe(start);
  expect(afterMovement(after(2), start, usual)).toBe(after(2));
  expect(afterMovement(after(0.999), start, strict)).toBe(start);
  expect(afterMovement(after(1), start, strict)).toBe(after(1));
});

test('a movement does not dismiss the warning; Resume does', () => {
  expect(afterMovement(after(1150), start, usual)).toBe(start);
  expect(afterResume(after(1150), start, usual)).toBe(after(1150));
});

test('opening a page is activity at its own time, and dismisses the warning', { tags: '@4.61' }, () => {
  expect(afterNavigation(after(0.5), start, usual)).toBe(after(0.5));
  expect(afterNavigation(after(1139), start, usual)).toBe(after(1139));
  expect(afterNavigation(after(1150), start, usual)).toBe(after(1150));
  expect(afterNavigation(after(1200), start, usual)).toBe(start);
  expect(afterNavigation(start, after(5), usual)).toBe(after(5));
});

test('activity in another tab ends the warning here', () => {
  expect(idleState(after(1150), after(1149), usual).kind).toBe('active');
});

test('a clock that was set back neither ends nor extends anything', () => {
  expect(idleState(start, after(3600), usual)).toEqual({ kind: 'active', nextCheckAt: after(1140) });
  expect(afterMovement(start, after(3600), usual)).toBe(after(3600));
});

test('reports of activity are at least an interval apart', () => {
  expect(reportIsDue(after(29.999), start, 30)).toBe(false);
  expect(reportIsDue(after(30), start, 30)).toBe(true);
  expect(reportIsDue(start, after(3600), 30)).toBe(true);
});
