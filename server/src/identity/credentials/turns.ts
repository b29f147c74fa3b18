import { Busy } from '../../bounded-queue.ts';

interface Waiting {
  begin: () => void;
  giveWay: (reason: Busy) => void;
}

/** Work of which each asker has one piece under way; the asker's others wait for it, and nobody else does. */
export class Turns {
  readonly #waiting = new Map<string, Waiting[]>();

  /**
   * @param newestOnly takes the place of all of the asker's that wait: of a password that is being typed only the last state
   *   counts
   * @throws Busy where a newer one took its place
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
