export const afterSeconds = (moment: Date, seconds: number): Date => new Date(moment.getTime() + seconds * 1000);

/** Whole seconds from now until then; never below zero. */
export const secondsUntil = (then: Date, now: Date): number =>
  Math.max(0, Math.floor((then.getTime() - now.getTime()) / 1000));
