import { accessCode, DAY } from '@florin/contract/limits';
import { secondsUntilSend } from '../../core/throttle/send-quota.ts';

/** A sent code; the driver of a server knows its digits. */
export interface SentCode {
  id: number;
  /** The flow it was sent for. */
  flow: number;
  sentAt: number;
}

/** A flow's code: tries are counted before the comparison, and a new one supersedes it. */
export interface OpenCode extends SentCode {
  tries: number;
  used: boolean;
}

/**
 * A person's counts over all flows: sent codes, and wrong proofs of the day. It mirrors the guarded statements of
 * `identity/codes` and `identity/attempts`, and uses the same rules.
 */
export class PersonCodes {
  readonly #sends: OpenCode[] = [];
  #failures = 0;
  #since = -Infinity;
  #ids = 0;

  isLocked(now: number): boolean {
    return this.#failures >= accessCode.maxFailuresPerDay && now - this.#since < DAY * 1000;
  }

  /** Counts a try before the comparison; false if there are too many already. */
  count(now: number): boolean {
    if (this.isLocked(now)) return false;
    if (now - this.#since >= DAY * 1000) {
      this.#failures = 0;
      this.#since = now;
    }
    this.#failures += 1;
    return true;
  }

  refund(): void {
    if (this.#failures > 0) this.#failures -= 1;
  }

  /** @param pausedBy the flow whose codes the pause counts; null for a code that replaces another */
  maySend(now: number, pausedBy: number | null): boolean {
    const sends = this.#sends.filter(({ sentAt, used }) => !used && sentAt > now - DAY * 1000);
    const timesOf = (some: typeof sends) => some.map(({ sentAt }) => new Date(sentAt));
    const paused = timesOf(sends.filter(({ flow }) => flow === pausedBy));
    return secondsUntilSend(timesOf(sends), new Date(now), paused) === 0;
  }

  send(flow: number, now: number): OpenCode {
    const code = { id: (this.#ids += 1), flow, sentAt: now, tries: 0, used: false };
    this.#sends.push(code);
    return code;
  }
}
