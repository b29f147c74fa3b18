import { systemClock, type Clock } from './clock.ts';

/** A clock that follows another one and can be moved, for tests and for trying out the future. */
export interface OffsetClock extends Clock {
  /** Moves the clock by that many seconds, or fractions; negative is back in time. */
  advance(seconds: number): void;
}

/** @param base the clock it follows; a fixed one makes it stand still between moves */
export function offsetClock(base: Clock = systemClock): OffsetClock {
  let offsetMilliseconds = 0;
  return {
    now: () => new Date(base.now().getTime() + offsetMilliseconds),
    advance: (seconds) => {
      offsetMilliseconds += Math.round(seconds * 1000);
    },
  };
}
