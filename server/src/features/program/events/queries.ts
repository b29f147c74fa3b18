import { sql } from 'kysely';
import type { Database } from '../../../db/open.ts';
import { idleEnd, restrictedSince } from '../../../identity/sessions/queries.ts';
import type { StoredEvent } from './rules.ts';

const columns = [
  'id',
  'business_id as businessId',
  'membership_id as membershipId',
  'kind',
  'subject_id as subjectId',
  'at',
] as const;

const recentIds = 1000n;

/** The ids of the newest events, and the id before which nothing is looked for. */
export async function readNewest(db: Database): Promise<{ from: bigint; ids: bigint[] }> {
  const rows = await db
    .selectFrom('program_event')
    .select('id')
    .where('id', '>', sql<bigint>`(select coalesce(max(id), 0) from program_event) - ${recentIds}`)
    .orderBy('id')
    .execute();
  const ids = rows.map(({ id }) => id);
  const newest = ids.at(-1) ?? 0n;
  return { from: newest > recentIds ? newest - recentIds : 0n, ids };
}

/** The events after an id, and those of the missing ids that have shown by now. */
export function readEvents(db: Database, newest: bigint, missing: readonly bigint[]): Promise<StoredEvent[]> {
  return db
    .selectFrom('program_event')
    .select(columns)
    .where((eb) =>
      eb.or([eb('id', '>', newest), eb('id', '=', sql<bigint>`any(${[...missing].map(String)}::bigint[])`)]),
    )
    .orderBy('id')
    .limit(10_000)
    .execute();
}

/** The events of a business from a moment on. */
export function eventsSince(db: Database, businessId: string, since: Date, limit: number): Promise<StoredEvent[]> {
  return db
    .selectFrom('program_event')
    .select(columns)
    .where('business_id', '=', businessId)
    .where('at', '>=', since)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** When an event of a business happened; null if it is unknown, or too old to be kept. */
export async function timeOf(db: Database, businessId: string, id: bigint): Promise<Date | null> {
  const row = await db
    .selectFrom('program_event')
    .select('at')
    .where('id', '=', id)
    .where('business_id', '=', businessId)
    .executeTakeFirst();
  return row?.at ?? null;
}

/**
 * The hashes of tokens, among those given, that no longer open a session with a role: it has ended or passed a limit, its
 * token was replaced, its login became suspicious, its account was closed.
 */
export async function deadTokens(db: Database, hashes: readonly Buffer[], now: Date): Promise<Buffer[]> {
  const { rows } = await sql<{ hash: Buffer }>`
    select hash from unnest(${[...hashes]}::bytea[]) as open (hash) where not exists (
      select from session join membership on membership.id = session.membership_id
      where session.token_hash = open.hash and session.ended_at is null and session.token_expires_at > ${now}
        and session.absolute_expires_at > ${now} and ${idleEnd} > ${now}
        and membership.status = 'OPEN' and ${restrictedSince} is null)`.execute(db);
  return rows.map(({ hash }) => hash);
}

/** The newest event of a business; null if there is none. */
export async function newestOf(db: Database, businessId: string): Promise<bigint | null> {
  const row = await db
    .selectFrom('program_event')
    .select('id')
    .where('business_id', '=', businessId)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}
