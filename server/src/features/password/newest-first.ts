import { Busy } from '../login/bounded-queue.ts';

interface Waiting {
  begin: () => void;
  giveWay: (reason: Busy) => void;
}

/**
 * Work that each asker has one piece of under way, and at most one waiting. A newer one takes the place of the one that waits,
 * which is refused as busy: of a password that is being typed only the last state counts.
 */
export class NewestFirst {
  readonly #waiting = new Map<string, Waiting | null>();

  /** @throws Busy where a newer one took its place */
  async run<T>(asker: string, work: () => Promise<T>): Promise<T> {
    if (this.#waiting.has(asker)) await this.#turn(asker);
    else this.#waiting.set(asker, null);
    try {
      return await work();
    } finally {
      const next = this.#waiting.get(asker);
      if (next) {
        this.#waiting.set(asker, null);
        next.begin();
      } else this.#waiting.delete(asker);
    }
  }

  #turn(asker: string): Promise<void> {
    this.#waiting.get(asker)?.giveWay(new Busy());
    return new Promise((begin, giveWay) => this.#waiting.set(asker, { begin, giveWay }));
  }
}
