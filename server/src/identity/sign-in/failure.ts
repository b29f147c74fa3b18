import { passwordFailures } from '@florin/contract/limits';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';
import { inTransaction } from '../../db/transaction.ts';
import { writesOf } from '../../db/write-together.ts';
import { eventInsert, type AuditEvent, type Origin } from '../../core/audit/events.ts';
import type { Quota } from '../devices/rules.ts';
import { addressFailure, attemptDecided } from '../../core/throttle/throttle.ts';
import { closedSecondsAt } from '../../core/throttle/throttle-rules.ts';

interface Failure {
  /** The person with that name, if there is one. */
  personId: string | null;
  quota: Quota;
  /** The keys under which the networks of the address are counted. */
  networks: readonly { key: Buffer }[];
  /** Keyed MAC of the name; recorded only if the name is unknown. */
  nameMac: Buffer;
  failures: number;
  /** Of the counted attempt. */
  attemptId: string;
}

/**
 * Records a wrong password, with the same work for known and unknown names. The tenth failure starts a job that
 * notifies the person, if there is one.
 */
export async function recordFailure(context: Context, origin: Origin, failure: Failure): Promise<void> {
  const { personId, quota, failures } = failure;
  const isOwners = quota !== 'strangers';
  const events = eventsOf(failure);
  const { networks } = failure;
  const now = context.clock.now();
  const write = (db: Database) => {
    const counted = isOwners ? [] : networks.map(({ key }) => addressFailure(key, now));
    const decided = attemptDecided(db, failure.attemptId);
    return sql`${writesOf([decided, ...counted, eventInsert(db, context, origin, events)])} select`.execute(db);
  };
  if (isOwners || failures !== passwordFailures.closedFrom) await write(context.db);
  else
    await inTransaction(context.db, async (tx) => {
      await write(tx);
      await sql`select graphile_worker.add_job('notify_failures', ${JSON.stringify({ personId, origin })}::json)`.execute(
        tx,
      );
    });
}

function eventsOf({ personId, quota, nameMac, failures }: Failure): AuditEvent[] {
  const identifier = personId === null ? nameMac.toString('hex') : null;
  const reason = personId === null ? 'unknown' : 'password';
  const fail: AuditEvent = { type: 'authn_login_fail', details: { reason, identifier, failures }, personId };
  const closed = closedSecondsAt(failures);
  if (closed === 0) return [fail];
  const closedSeconds = failures >= passwordFailures.lockedFrom ? null : closed;
  const bucket = typeof quota === 'object' ? 'device' : quota === 'mailbox' ? quota : 'name';
  return [fail, { type: 'authn_login_lock', details: { bucket, identifier, closedSeconds }, personId }];
}
