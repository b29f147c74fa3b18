import { Busy } from '../../bounded-queue.ts';

interface QueuedWork {
  begin: () => void;
  giveWay: (reason: Busy) => void;
}

/** Runs one piece of work for each caller. Further work of that caller waits for it; other callers do not. */
export class Turns {
  readonly #waiting = new Map<string, QueuedWork[]>();

  /**
   * @param newestOnly replaces the caller's waiting work, because only the last state of a typed password counts
   * @throws Busy if a newer one replaced it
   */
  async run<T>(asker: string, work: () => Promise<T>, newestOnly: boolean): Promise<T> {
    const line = this.#waiting.get(asker);
    if (!line) this.#waiting.set(asker, []);
    else {
      if (newestOnly) for (const { giveWay } of line.splice(0)) giveWay(new Busy());
      await new Promise<void>((begin, giveWay) => line.push({ begin, giveWay }));
    }
    try {
      return await work();
    } finally {
      const next = this.#waiting.get(asker)!.shift();
      if (next) next.begin();
      else this.#waiting.delete(asker);
    }
  }
}
