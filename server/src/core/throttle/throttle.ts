import { addressFailures, passwordFailures as limits } from '@florin/contract/limits';
import { sql } from 'kysely';
import type { Database } from '../../db/open.ts';
import type { Keys } from '../../ports/keys/keys.ts';
import { newId } from '../../db/ids.ts';
import { isDeadName, processName, type Remains } from '../../db/liveness.ts';
import { counting } from './counter.ts';
import { admitsBelow, stateOf, type BucketState, type Difficulty } from './throttle-rules.ts';
import { usernameSkeleton } from '../people/username.ts';

/**
 * The failures in a bucket: a person's on a device they have signed in on, a person's on all devices confirmed by a
 * mailed link, or a name's on all other devices.
 */
export type BucketOwner = { username: string } | { personId: string; quota: 'mailbox' | { deviceId: string } };

/**
 * The key of a bucket of failed passwords (security design 3.6). Names are stored as keyed MACs, and unknown names get
 * buckets, too (P22).
 */
export function passwordBucketKey(keys: Pick<Keys, 'mac'>, owner: BucketOwner): Buffer {
  if ('username' in owner) return keys.mac('password-bucket-name', usernameSkeleton(owner.username));
  const { personId, quota } = owner;
  if (quota === 'mailbox') return keys.mac('password-bucket-mailbox', personId);
  return keys.mac('password-bucket-device', `${personId}|${quota.deviceId}`);
}

/** The key that counts the failures from one address prefix. */
export const addressBucketKey = (keys: Pick<Keys, 'mac'>, ipPrefix: string): Buffer =>
  keys.mac('password-bucket-address', ipPrefix);

/**
 * Counts an attempt before its password is checked, if the bucket admits it. The row decides, so that parallel attempts
 * and other processes see each other. The tenth failure and each later one close the bucket at once; a success opens
 * it. Until `attemptDecided`, a crash takes the count back.
 * @param proven the difficulty of the attempt's captcha
 * @returns the failures including this one, or null if the bucket did not admit it
 */
export async function countAttempt(
  db: Database,
  key: Buffer,
  proven: Difficulty,
  now: Date,
): Promise<{ failures: number; id: string } | null> {
  const closing = sql`case when throttle.failures + 1 < ${limits.closedFrom}::int then null
    else ${now}::timestamptz + interval '1 second' * least(
      ${limits.closedSeconds}::int * power(2, least(throttle.failures + 1 - ${limits.closedFrom}::int, 20)),
      ${limits.closedSecondsMax}::int) end`;
  const id = newId(now.getTime());
  const { rows } = await sql<{ failures: number }>`
    with counted as (
      insert into throttle (key, failures, window_started_at) values (${key}, 1, ${now})
      on conflict (key) do update set failures = throttle.failures + 1, closed_until = ${closing}
        where throttle.failures < ${admitsBelow[proven]}
          and (throttle.closed_until is null or throttle.closed_until <= ${now})
      returning failures
    ), unchecked as (
      insert into counted_attempt (id, process, key) select ${id}::uuid, ${processName}, ${key}::bytea from counted
    ) select failures from counted`.execute(db);
  return rows[0] ? { failures: rows[0].failures, id } : null;
}

/** The attempt is decided, so its count stays, whatever happens to this process. */
export const attemptDecided = (db: Database, id: string) => db.deleteFrom('counted_attempt').where('id', '=', id);

/** Takes back an attempt whose password was never checked. */
export async function refundAttempt(db: Database, key: Buffer, id: string): Promise<void> {
  await sql`
    with decided as (${attemptDecided(db, id)}),
      empty as (delete from throttle where key = ${key} and failures <= 1)
    update throttle set failures = failures - 1,
      closed_until = case when failures - 1 < ${limits.closedFrom}::int then null else closed_until end
    where key = ${key} and failures > 1`.execute(db);
}

export async function readBucketState(db: Database, key: Buffer, now: Date): Promise<BucketState> {
  const bucket = await db
    .selectFrom('throttle')
    .select(['failures', 'closed_until as closedUntil'])
    .where('key', '=', key)
    .executeTakeFirst();
  return stateOf(bucket, now);
}

/** A success clears the failures before it, because the limit is on failures in a row (NIST SP 800-63B-4, 3.2.2). */
export const bucketReset = (db: Database, key: Buffer) => [
  db.deleteFrom('throttle').where('key', '=', key),
  db.deleteFrom('counted_attempt').where('key', '=', key),
];

/** A password check that takes longer than this was interrupted, although its process still runs. */
const longestCheck = '2 minutes';

/**
 * Attempts that a crash has interrupted. Nobody got an answer, so their counts can be taken back without giving a free
 * guess, and the crash locks nobody out.
 */
export const interruptedAttempts: Remains = {
  async find(client) {
    const { rows } = await client.query<{ process: string }>(
      `select distinct process from counted_attempt where ${isDeadName('process')}`,
    );
    return rows.map(({ process }) => process);
  },
  async takeBack(client, dead) {
    await client.query(
      `with interrupted as (
        delete from counted_attempt where process = any($1) or counted_at < now() - interval '${longestCheck}'
        returning key
      ), counts as (select key, count(*)::int as attempts from interrupted group by key)
      update throttle set failures = greatest(failures - attempts, 0),
        closed_until = case when failures - attempts < $2 then null else closed_until end
      from counts where throttle.key = counts.key`,
      [dead, limits.closedFrom],
    );
  },
};

/**
 * Counts a failure of an address prefix. It is counted after the attempt and only makes a captcha necessary: many
 * honest people can share a prefix, and with one row for all sign-ins of an office, they would wait for each other.
 */
export const addressFailure = (key: Buffer, now: Date) =>
  counting({ key, windowSeconds: addressFailures.windowSeconds }, now);
