import { DAY, passwordFailures } from '@florin/contract/limits';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';
import { inTransaction } from '../../db/transaction.ts';
import { writesOf } from '../../db/write-together.ts';
import { eventInsert, recordEvent, type AuditEvent, type Origin } from '../audit/events.ts';
import { firstContact } from '../mfa/contacts.ts';
import { enqueueMessage } from '../messages/messages.ts';
import { failuresNotice } from './notice.ts';
import { addressFailure } from './throttle.ts';
import { closedSecondsAt } from './throttle-rules.ts';

interface Failure {
  /** The person of that name, if there is one. */
  personId: string | null;
  knownDevice: boolean;
  addressKey: Buffer;
  /** Keyed MAC of the name; recorded only where nobody has it. */
  nameMac: Buffer;
  failures: number;
}

/**
 * Records a wrong password: the same work for names that exist and names that do not, but for the notice to a person
 * whose name has reached the tenth failure.
 */
export async function recordFailure(context: Context, origin: Origin, failure: Failure): Promise<void> {
  const { personId, knownDevice, failures } = failure;
  const events = eventsOf(failure);
  const { addressKey } = failure;
  const now = context.clock.now();
  const write = (db: Database) => {
    const counted = knownDevice ? [] : [addressFailure(addressKey, now)];
    return sql`${writesOf([...counted, eventInsert(db, context, origin, events)])} select`.execute(db);
  };
  if (personId === null || knownDevice || failures !== passwordFailures.closedFrom) await write(context.db);
  else
    await inTransaction(context.db, async (tx) => {
      await write(tx);
      await notify(tx, context, origin, personId);
    });
}

function eventsOf({ personId, knownDevice, nameMac, failures }: Failure): AuditEvent[] {
  const identifier = personId === null ? nameMac.toString('hex') : null;
  const reason = personId === null ? 'unknown' : 'password';
  const fail: AuditEvent = { type: 'authn_login_fail', details: { reason, identifier, failures }, personId };
  const closed = closedSecondsAt(failures);
  if (closed === 0) return [fail];
  const closedSeconds = failures >= passwordFailures.lockedFrom ? null : closed;
  const bucket = knownDevice ? 'device' : 'name';
  return [fail, { type: 'authn_login_lock', details: { bucket, identifier, closedSeconds }, personId }];
}

/** Tells the person that somebody tries passwords (ASVS 6.3.5), at most once a day. */
async function notify(tx: Database, context: Context, origin: Origin, personId: string) {
  const now = context.clock.now();
  const key = context.keys.mac('failures-notice', personId);
  const { rows } = await sql`
    insert into throttle (key, failures, window_started_at) values (${key}, 1, ${now})
    on conflict (key) do update set window_started_at = ${now}
      where throttle.window_started_at <= ${new Date(now.getTime() - DAY * 1000)}
    returning 1`.execute(tx);
  const contact = rows.length === 0 ? null : await firstContact(tx, context, personId, 'Email');
  if (!contact) return;
  const program = await tx
    .selectFrom('person')
    .innerJoin('program', 'program.id', 'person.program_id')
    .select(['program.id', 'program.name', 'person.first_name as firstName'])
    .where('person.id', '=', personId)
    .executeTakeFirstOrThrow();
  const content = failuresNotice({ programName: program.name, firstName: program.firstName, at: now });
  await enqueueMessage(tx, context, { channel: 'email', programId: program.id, to: contact.address, content });
  await recordEvent(tx, context, origin, { type: 'authn_failures_notified', details: {}, personId });
}
