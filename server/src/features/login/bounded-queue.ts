/** The queue is full: the caller should try again in a moment. */
export class Busy extends Error {
  override readonly name = 'Busy';
}

/**
 * Runs at most `inFlight` pieces of work at once and lets at most `waitingAtMost` more wait, in the order they came.
 * @throws Busy at once when the queue is full
 */
export function boundedQueue(inFlight: number, waitingAtMost: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running < inFlight) running += 1;
    else {
      if (waiting.length >= waitingAtMost) throw new Busy('The queue is full.');
      // Whoever finishes hands its place over, so `running` stays as it is.
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
