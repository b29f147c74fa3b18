import { accessCode, DAY } from '@florin/contract/limits';
import { secondsUntilSend } from '../features/mfa/rules.ts';

/** A code as it was sent; which digits it has is the business of whoever plays the sequence on a server. */
export interface SentCode {
  id: number;
  /** The flow it was sent for. */
  flow: number;
  sentAt: number;
}

/** A flow's code: tries are counted before it is compared, and a new one supersedes it. */
export interface OpenCode extends SentCode {
  tries: number;
  used: boolean;
}

/**
 * What is counted on a person over all flows: codes sent, and wrong proofs of the day. It mirrors the guarded statements of
 * `features/mfa/queries.ts`, and goes by the same rules.
 */
export class PersonCodes {
  readonly sends: number[] = [];
  #failures = 0;
  #since = -Infinity;
  #ids = 0;

  isLocked(now: number): boolean {
    return this.#failures >= accessCode.maxFailuresPerDay && now - this.#since < DAY * 1000;
  }

  /** Counts a try before it is compared; false where there are too many already. */
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

  maySend(now: number): boolean {
    const sentAt = this.sends.map((at) => new Date(at)).filter((at) => at.getTime() > now - DAY * 1000);
    return secondsUntilSend(sentAt, new Date(now)) === 0;
  }

  send(flow: number, now: number): OpenCode {
    this.sends.push(now);
    return { id: (this.#ids += 1), flow, sentAt: now, tries: 0, used: false };
  }
}
