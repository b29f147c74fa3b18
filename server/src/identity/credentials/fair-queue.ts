import { Busy } from '../../bounded-queue.ts';

interface QueuedWork {
  askers: readonly string[];
  begin: () => void;
  giveWay: (reason: Busy) => void;
}

/** The recorded usage of a caller is halved in this time. */
const halfLifeMilliseconds = 30_000;
/** Callers beyond this many are forgotten, the least recent ones first. */
const rememberedAtMost = 5_000;

/**
 * Runs a few pieces of work at once, and next the work of the caller who has used the least time lately. A flood delays
 * only itself, and an occasional caller waits at most for the running work.
 */
export class FairQueue {
  readonly #places: number;
  readonly #waitingAtMost: number;
  readonly #now: () => number;
  readonly #waiting: QueuedWork[] = [];
  readonly #used = new Map<string, { milliseconds: number; at: number }>();
  #running = 0;

  /** @param now milliseconds of a clock that only goes forward */
  constructor(places: number, waitingAtMost: number, now: () => number = () => performance.now()) {
    this.#places = places;
    this.#waitingAtMost = waitingAtMost;
    this.#now = now;
  }

  /**
   * @param askers every name of the caller, such as an account and an address; the one that has used most counts
   * @param work calls `begin` once it starts what the asker is charged for
   * @throws Busy if the queue is full and nobody in it has used more
   */
  async run<T>(askers: readonly string[], work: (begin: () => void) => Promise<T>): Promise<T> {
    if (this.#running < this.#places) this.#running += 1;
    // Finished work passes its place to the next, so the number of running pieces does not change.
    else await this.#wait(askers);
    let began = this.#now();
    try {
      return await work(() => (began = this.#now()));
    } finally {
      for (const asker of new Set(askers)) this.#charge(asker, this.#now() - began);
      const next = this.#takeLeast();
      if (next) next.begin();
      else this.#running -= 1;
    }
  }

  #wait(askers: readonly string[]): Promise<void> {
    if (this.#waiting.length >= this.#waitingAtMost) {
      const most = this.#waiting.reduce((a, b) => (this.#usedBy(b.askers) >= this.#usedBy(a.askers) ? b : a));
      if (this.#usedBy(most.askers) <= this.#usedBy(askers)) throw new Busy('The queue is full.');
      this.#waiting.splice(this.#waiting.indexOf(most), 1);
      most.giveWay(new Busy('The queue is full.'));
    }
    return new Promise((begin, giveWay) => this.#waiting.push({ askers, begin, giveWay }));
  }

  /** Of equal ones, the first that came. */
  #takeLeast(): QueuedWork | undefined {
    if (this.#waiting.length === 0) return undefined;
    const least = this.#waiting.reduce((a, b) => (this.#usedBy(b.askers) < this.#usedBy(a.askers) ? b : a));
    this.#waiting.splice(this.#waiting.indexOf(least), 1);
    return least;
  }

  #usedBy(askers: readonly string[]): number {
    return Math.max(0, ...askers.map((asker) => this.#usedOf(asker)));
  }

  #usedOf(asker: string): number {
    const used = this.#used.get(asker);
    if (!used) return 0;
    return used.milliseconds * 0.5 ** ((this.#now() - used.at) / halfLifeMilliseconds);
  }

  #charge(asker: string, milliseconds: number): void {
    const used = this.#usedOf(asker) + milliseconds;
    this.#used.delete(asker);
    if (this.#used.size >= rememberedAtMost) this.#used.delete(this.#used.keys().next().value!);
    this.#used.set(asker, { milliseconds: used, at: this.#now() });
  }
}
