import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { boundedQueue } from '../../bounded-queue.ts';

/** Password hashing. Both calls throw Busy (bounded-queue.ts) if too many wait already. */
export interface Passwords {
  /**
   * @param stored null for an unknown person: the same work is done against a hash whose password nobody knows
   * @param stranger the network prefix of a caller on an unknown device; strangers wait last
   */
  verify(stored: string | null, password: string, stranger?: string | null): Promise<boolean>;
  hash(password: string): Promise<string>;
  /** Whether so many strangers wait that the next one should solve a captcha first. */
  isUnderPressure(): boolean;
}

/** Argon2id as in the OWASP password storage sheet (ASVS 11.4.2); memory in KiB. */
const owaspCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** ASVS 6.2.8: the password exactly as typed, except for the normal form, which depends on the keyboard. */
const bytesOf = (password: string) => Buffer.from(password.normalize('NFC'));

/**
 * At most as many hashes in flight as cores, and a short queue: a flood of sign-ins gets quick refusals and leaves the
 * rest of the server usable (security design P24).
 */
export function createPasswords({
  inFlight = availableParallelism(),
  waitingAtMost = 64,
  cost = owaspCost,
} = {}): Passwords {
  const queue = boundedQueue(inFlight, waitingAtMost);
  const nobodys = hash(randomBytes(32), cost);
  return {
    verify: async (stored, password, stranger = null) => {
      const known = stored ?? (await nobodys);
      const matches = await queue.run(() => verify(known, bytesOf(password)), stranger);
      return matches && stored !== null;
    },
    hash: (password) => queue.run(() => hash(bytesOf(password), cost)),
    isUnderPressure: () => queue.isUnderPressure(),
  };
}
