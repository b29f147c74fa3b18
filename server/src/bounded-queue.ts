/** The queue is full: the caller should try again in a moment. */
export class Busy extends Error {
  override readonly name = 'Busy';
}

export interface BoundedQueue {
  /**
   * Runs a piece of work as soon as there is room.
   * @param stranger the key of a caller the server does not know; strangers wait behind all others, and each has only a
   * few places
   * @throws Busy at once if no place is left
   */
  run<T>(work: () => Promise<T>, stranger?: string | null): Promise<T>;
  /** Half of the strangers' places are taken. */
  isUnderPressure(): boolean;
}

/** How many pieces of work one stranger may have waiting. */
const perStranger = 16;

/**
 * Runs at most `inFlight` pieces of work at once. At most `waitingAtMost` wait in each of two lines, in order of
 * arrival. The strangers' line moves only when the other one is empty, so that a flood of strangers does not delay
 * known people.
 */
export function boundedQueue(inFlight: number, waitingAtMost: number): BoundedQueue {
  let running = 0;
  const known: (() => void)[] = [];
  const strangers: { who: string; start: () => void }[] = [];

  const place = (stranger: string | null): Promise<void> => {
    if (stranger === null) {
      if (known.length >= waitingAtMost) throw new Busy('The queue is full.');
      return new Promise((resolve) => known.push(resolve));
    }
    const theirs = strangers.filter(({ who }) => who === stranger).length;
    if (strangers.length >= waitingAtMost || theirs >= perStranger) throw new Busy('The queue is full.');
    return new Promise((resolve) => strangers.push({ who: stranger, start: resolve }));
  };

  return {
    async run(work, stranger = null) {
      if (running < inFlight) running += 1;
      // Finished work hands its place to the next, so `running` stays as it is.
      else await place(stranger);
      try {
        return await work();
      } finally {
        const next = known.shift() ?? strangers.shift()?.start;
        if (next) next();
        else running -= 1;
      }
    },
    isUnderPressure: () => strangers.length * 2 > waitingAtMost,
  };
}
