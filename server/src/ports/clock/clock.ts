/** The time for every rule (security design P11). Nothing else in the server reads a clock. */
export interface Clock {
  now(): Date;
}

/** The machine's own clock. */
export const systemClock: Clock = { now: () => new Date() };
