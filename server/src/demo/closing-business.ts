import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { afterSeconds } from '../core/time.ts';
import { demoBusinesses } from './businesses.ts';

/** How long people are signed in to the business before it closes, and how long they are gone before it opens again. */
const openSeconds = 60;
const goneSeconds = 20 * 60;

/**
 * Every minute, in demo installations: closes the business of `switched` once a person has been signed in to it for a
 * minute, so that the automatic switch can be seen, and opens it again when nobody of it is signed in any more.
 */
export async function closeDemoBusiness({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const { name } = demoBusinesses.driftwood;
  const now = clock.now();
  await sql`update business set status = 'CLOSED' where name = ${name} and status = 'OPEN' and exists (
    select from session join membership on membership.id = session.membership_id
    where business_id = business.id and ended_at is null and session.created_at < ${afterSeconds(now, -openSeconds)})
    `.execute(db);
  await sql`update business set status = 'OPEN' where name = ${name} and status = 'CLOSED' and not exists (
    select from session join membership on membership.person_id = session.person_id
    where business_id = business.id and ended_at is null and last_activity_at > ${afterSeconds(now, -goneSeconds)})
    `.execute(db);
}
