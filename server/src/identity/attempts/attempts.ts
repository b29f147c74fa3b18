import { accessCode, DAY } from '@florin/contract/limits';
import { sql, type RawBuilder } from 'kysely';
import type { Context } from '../../context.ts';
import { counting, readCount, uncounting } from '../../core/throttle/counter.ts';
import type { Database } from '../../db/open.ts';
import { passwordBucketKey, readBucketState, type BucketOwner } from '../../core/throttle/throttle.ts';
import { readQuota } from '../devices/queries.ts';
import type { Quota } from '../devices/rules.ts';

/**
 * A person who proves something, and the quota that counts their failures. A stranger with the password can lock
 * neither the owner's known devices nor a browser that the owner's mailbox has confirmed (decisions 021 and 032).
 */
export interface Prover {
  personId: string;
  quota: Quota;
}

/** Read once per transaction, under the person's lock, and passed to every count and proof. */
export async function readProver(
  tx: Database,
  { clock }: Pick<Context, 'clock'>,
  { personId, deviceId }: { personId: string; deviceId: string | null },
): Promise<Prover> {
  return { personId, quota: await readQuota(tx, personId, deviceId, clock.now()) };
}

/** A quota's name within those of a person. */
export const quotaName = (quota: Quota): string => (typeof quota === 'string' ? quota : quota.deviceId);

const ownerOf = ({ personId, quota }: Prover): string =>
  quota === 'strangers' ? personId : `${personId}|${quotaName(quota)}`;

/** A try that was counted before it was compared. */
export interface Counted {
  /** Including this try. */
  failures: number;
  /** No further try is admitted. */
  isFull: boolean;
}

/** Where failed tries are counted (security design P3, P7). Both statements are guarded by the row they change. */
export interface Tally {
  /**
   * Counts a try and returns a row of `Counted`, or none if the tally is full.
   * @param from a table of `with`: counts once if it has a row, otherwise not
   */
  counting(from?: RawBuilder<unknown>): RawBuilder<Counted>;
  /** Takes a try back, because only failures count. */
  refunding: RawBuilder<unknown>;
}

type KeysAndClock = Pick<Context, 'keys' | 'clock'>;

const perDay = (key: Buffer) => ({ key, windowSeconds: DAY, cap: accessCode.maxFailuresPerDay });

const tallyOf = (key: Buffer, { clock }: KeysAndClock): Tally => ({
  counting: (from) => counting(perDay(key), clock.now(), from),
  refunding: uncounting(key),
});

/** The key of a person's wrong codes of the day, over all codes, factors and flows. */
export const secondFactorKey = ({ keys }: Pick<Context, 'keys'>, prover: Prover): Buffer =>
  keys.mac('second-factor-failures', ownerOf(prover));

export const secondFactorTally = (context: KeysAndClock, prover: Prover): Tally =>
  tallyOf(secondFactorKey(context, prover), context);

/** The same for the passwords of step-ups: an intruder in an open session cannot lock the codes (decision 021). */
export const stepUpPasswordTally = (context: KeysAndClock, prover: Prover): Tally =>
  tallyOf(context.keys.mac('step-up-password-failures', ownerOf(prover)), context);

export async function isSecondFactorLocked(tx: Database, context: KeysAndClock, prover: Prover): Promise<boolean> {
  const counter = perDay(secondFactorKey(context, prover));
  return (await readCount(tx, counter, context.clock.now())).failures >= counter.cap;
}

/**
 * Counts a try at something that was not sent: an authenticator code, a password, a year. @returns null if the tally is
 * full
 */
export async function countTry(db: Database, tally: Tally): Promise<Counted | null> {
  const { rows } = await tally.counting(sql``).execute(db);
  return rows[0] ?? null;
}

export async function refundTry(db: Database, tally: Tally): Promise<void> {
  await tally.refunding.execute(db);
}

/**
 * Whether the password of a sign-in is locked by now. A lock applies at the end of a sign-in as well as at its start. A
 * bucket that is closed for a time does not count, because strangers could otherwise prevent the owner from finishing.
 */
export async function isPasswordLocked(
  tx: Database,
  { keys, clock }: KeysAndClock,
  { personId, quota }: Prover,
  username: string,
): Promise<boolean> {
  const owner = bucketOwner({ personId, quota }, username);
  return (await readBucketState(tx, passwordBucketKey(keys, owner), clock.now())).kind === 'locked';
}

/** The bucket of failed passwords in which a person's attempt counts. */
export const bucketOwner = ({ personId, quota }: Prover, username: string): BucketOwner =>
  quota === 'strangers' ? { username } : { personId, quota };
