import { DAY, passwordFailures } from '@florin/contract/limits';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';

/** Counters that have locked nothing are kept until their window ends. */
const counterDays = 2;
/** A tab that was asleep for longer fetches everything. */
const eventDays = 1;
/** Rows that have ended are kept this long, so that support can still see what happened. */
const keptDays = 30;

/** A caller that repeats a request does so within this time. */
const repeatedDays = 90;

/** Deletes rows that nothing reads any more. Strangers can make the server write rows, so none may be kept for ever. */
export async function prune({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const before = (days: number) => new Date(clock.now().getTime() - days * DAY * 1000);
  const now = clock.now();
  await inTransaction(db, async (tx) => {
    await sql`delete from throttle
      where window_started_at < ${before(counterDays)} and (closed_until is null or closed_until < ${now})
        and (failures < ${passwordFailures.closedFrom}
          or (failures < ${passwordFailures.lockedFrom} and window_started_at < ${before(keptDays)}))`.execute(tx);
    await sql`delete from message where created_at < ${before(keptDays)}
      and (sent_at is not null or cancelled_at is not null or failed_at is not null)`.execute(tx);
    await sql`delete from one_time_code where expires_at < ${before(keptDays)}
      and not exists (select from message where one_time_code_id = one_time_code.id)`.execute(tx);
    await sql`delete from mfa_session where expires_at < ${before(keptDays)}`.execute(tx);
    await sql`delete from reset_flow using reset_link
      where reset_link.id = reset_link_id and expires_at < ${before(keptDays)}`.execute(tx);
    await sql`delete from reset_link where expires_at < ${before(keptDays)}
      and not exists (select from reset_flow where reset_link_id = reset_link.id)`.execute(tx);
    await sql`delete from login_link where expires_at < ${before(keptDays)}`.execute(tx);
    await sql`delete from registration_link where expires_at < ${before(keptDays)}`.execute(tx);
    await sql`delete from confirmed_device where confirmed_until < ${before(counterDays)}`.execute(tx);
    // Login links make devices that nobody may ever log in with.
    await sql`delete from device where last_seen_at < ${before(keptDays)}
      and not exists (select from trusted_device where device_id = device.id)
      and not exists (select from confirmed_device where device_id = device.id)
      and not exists (select from login_record where device_id = device.id)
      and not exists (select from session where device_id = device.id)
      and not exists (select from mfa_session where device_id = device.id)`.execute(tx);
    await sql`delete from bank_link where expires_at < ${before(keptDays)}`.execute(tx);
    await sql`delete from recovery_mail where created_at < ${before(counterDays)}`.execute(tx);
    await sql`delete from recovery_request where expires_at < ${before(keptDays)}`.execute(tx);
    await sql`delete from autologin_ticket where expires_at < ${before(counterDays)}`.execute(tx);
    await sql`update registration set details_sealed = null
      where details_sealed is not null and expires_at < ${now}`.execute(tx);
    await sql`delete from registration where expires_at < ${before(keptDays)}`.execute(tx);
    await sql`delete from program_event where at < ${before(eventDays)}`.execute(tx);
    await sql`delete from notification where handled_at < ${before(keptDays)} and digest_at is null`.execute(tx);
    await sql`delete from idempotent_request where at < ${before(repeatedDays)}`.execute(tx);
    await sql`delete from doubted_answer where answer = 'CONFIRMED' and at < ${before(keptDays)}`.execute(tx);
    await sql`delete from refresh_token where expires_at < ${before(keptDays)}`.execute(tx);
  });
}
