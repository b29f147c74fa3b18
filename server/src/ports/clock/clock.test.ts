import { describe, expect, test } from 'vitest';
import { systemClock } from './clock.ts';
import { offsetClock } from './offset.ts';

describe.each([
  ['the system clock', systemClock],
  ['an offset clock that was not moved', offsetClock()],
])('%s', (_name, clock) => {
  test("returns the machine's time", () => {
    const before = Date.now();
    const now = clock.now().getTime();
    expect(now).toBeGreaterThanOrEqual(before);
    expect(now).toBeLessThanOrEqual(Date.now());
  });

  test('returns dates that callers may change', () => {
    const before = Date.now();
    clock.now().setFullYear(1999);
    expect(clock.now().getTime()).toBeGreaterThanOrEqual(before);
  });
});

describe('an offset clock', () => {
  const noon = new Date('2026-03-01T12:00:00.000Z');
  const stopped = () => offsetClock({ now: () => noon });

  test('moves forward and back, and adds its moves up', () => {
    const clock = stopped();
    clock.advance(90);
    expect(clock.now()).toEqual(new Date('2026-03-01T12:01:30.000Z'));
    clock.advance(0.25);
    clock.advance(-60);
    expect(clock.now()).toEqual(new Date('2026-03-01T12:00:30.250Z'));
  });

  test('affects neither its base clock nor others', () => {
    const clock = stopped();
    clock.advance(3600);
    expect(stopped().now()).toEqual(noon);
    expect(noon.toISOString()).toBe('2026-03-01T12:00:00.000Z');
  });

  test('runs on after a move', () => {
    let ticks = 0;
    const clock = offsetClock({ now: () => new Date(ticks++) });
    clock.advance(1);
    expect([clock.now().getTime(), clock.now().getTime()]).toEqual([1000, 1001]);
  });
});
