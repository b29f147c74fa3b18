/** The time every rule goes by (security design P11): nothing else in the server reads it. */
export interface Clock {
  now(): Date;
}

/** The machine's own clock. */
export const systemClock: Clock = { now: () => new Date() };
