import type { Database } from '../../../server/src/db/open.ts';
import { issueCode } from '../../../server/src/identity/codes/one-time-code.ts';
import type { CodeFlow } from '../../../server/src/identity/codes/policies.ts';
import type { Keys } from '../../../server/src/ports/keys/keys.ts';
import { addressOfCaller, type Answered } from '../calls.ts';

/** The setting of races: two server processes, and their database for the preparation of a race. */
export interface Setting {
  origins: readonly string[];
  db: Database;
  keys: Keys;
}

/** One consumer's call to a given server. */
export type Consume = (origin: string, index: number) => Promise<Answered>;

/** What only one of many callers at once may win: a one-time secret, or a decision about money. */
export interface Race {
  name: string;
  /** Makes a new one, and returns how each of its callers tries to win it. */
  prepare(setting: Setting, round: number): Promise<Consume>;
  /** Whether the money, or the setting, is as the winner decided. */
  isRight?(setting: Setting): Promise<boolean>;
}

let callers = 0;
/** An unused address. */
export const newAddress = () => addressOfCaller(callers++);

/** The same call `count` times at once, spread over both servers. */
export const atOnce = ({ origins }: Setting, count: number, consume: Consume) =>
  Promise.all(Array.from({ length: count }, (_, index) => consume(origins[index % origins.length]!, index)));

/** A code of a flow, as if it had been sent. @returns six digits */
export async function issuedCode(
  { db, keys }: Setting,
  flow: CodeFlow,
  owner: { personId: string } | { cardId: string },
): Promise<string> {
  const context = { keys, clock: { now: () => new Date() } };
  const addressIndex = keys.mac('contact-address', flow.id);
  return (await issueCode(db, context, { flow, owner, channel: 'Email', addressIndex, quota: 'strangers' })).code;
}

export const later = (seconds: number) => new Date(Date.now() + seconds * 1000);
