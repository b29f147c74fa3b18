import { accessCode, DAY } from '@florin/contract/limits';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';
import type { EntityType } from '@florin/contract/fields';

/** A pending sign-in as authenticate sees it: also one that is over, and one that was completed. */
export interface Pending {
  id: string;
  personId: string;
  createdAt: Date;
  expiresAt: Date;
  completedAt: Date | null;
}

const pendingColumns = [
  'id',
  'person_id as personId',
  'created_at as createdAt',
  'expires_at as expiresAt',
  'completed_at as completedAt',
] as const;

export const readPendingByToken = (db: Database, tokenHash: Buffer): Promise<Pending | undefined> =>
  db.selectFrom('mfa_session').select(pendingColumns).where('token_hash', '=', tokenHash).executeTakeFirst();

/** Read it again once the person is locked: what was read before the lock may have changed. */
export const readPending = (tx: Database, id: string): Promise<Pending | undefined> =>
  tx.selectFrom('mfa_session').select(pendingColumns).where('id', '=', id).executeTakeFirst();

export const isLivePending = (pending: Pending | undefined, now: Date): pending is Pending =>
  pending !== undefined && pending.completedAt === null && pending.expiresAt > now;

/** When codes were sent to a person during the last day. */
export async function recentSends(tx: Database, personId: string, now: Date): Promise<Date[]> {
  const rows = await tx
    .selectFrom('access_code')
    .select('created_at')
    .where('person_id', '=', personId)
    .where('created_at', '>', new Date(now.getTime() - DAY * 1000))
    .execute();
  return rows.map((row) => row.created_at);
}

/** The code of a pending sign-in that was neither used nor superseded, whether or not it still works. */
export interface OpenCode {
  id: string;
  kind: EntityType;
  tries: number;
  expiresAt: Date;
}

export async function readOpenCode(tx: Database, pendingId: string): Promise<OpenCode | null> {
  const row = await tx
    .selectFrom('access_code')
    .innerJoin('contact', 'contact.id', 'access_code.contact_id')
    .select(['access_code.id', 'contact.kind', 'access_code.tries', 'access_code.expires_at as expiresAt'])
    .where('mfa_session_id', '=', pendingId)
    .where('used_at', 'is', null)
    .where('superseded_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** The key under which a person's wrong codes are counted, over all codes and pending sign-ins. */
export const secondFactorKey = ({ keys }: Pick<Context, 'keys'>, personId: string): Buffer =>
  keys.mac('second-factor-failures', personId);

export async function isSecondFactorLocked(tx: Database, key: Buffer, now: Date): Promise<boolean> {
  const row = await tx
    .selectFrom('throttle')
    .select('failures')
    .where('key', '=', key)
    .where('window_started_at', '>', new Date(now.getTime() - DAY * 1000))
    .executeTakeFirst();
  return row !== undefined && row.failures >= accessCode.maxFailuresPerDay;
}

/** A try that was counted; null parts were not admitted. */
export interface CountedTry {
  code: { id: string; contactId: string; mac: Buffer; tries: number } | null;
  /** The person's failures of the day with this one; null when there are too many already. */
  failures: number | null;
}

/**
 * Counts a try on the live code and on the person, before the code is compared (security design P3, P7): one statement,
 * guarded by the rows themselves.
 */
export async function countTry(tx: Database, pendingId: string, personKey: Buffer, now: Date): Promise<CountedTry> {
  const dayAgo = new Date(now.getTime() - DAY * 1000);
  const { rows } = await sql<{ id: string; contactId: string; mac: Buffer; tries: number; failures: number | null }>`
    with counted as (
      update access_code set tries = tries + 1
      where mfa_session_id = ${pendingId} and used_at is null and superseded_at is null
        and expires_at > ${now} and tries < ${accessCode.maxTries}
      returning id, contact_id, code_mac, tries
    ), person_counted as (
      insert into throttle (key, failures, window_started_at) select ${personKey}::bytea, 1, ${now}::timestamptz from counted
      on conflict (key) do update set
        failures = case when throttle.window_started_at <= ${dayAgo} then 1 else throttle.failures + 1 end,
        window_started_at = case when throttle.window_started_at <= ${dayAgo} then ${now} else throttle.window_started_at end
        where throttle.window_started_at <= ${dayAgo} or throttle.failures < ${accessCode.maxFailuresPerDay}
      returning failures
    )
    select id, contact_id as "contactId", code_mac as mac, tries, (select failures from person_counted) from counted`.execute(tx);
  const row = rows[0];
  if (!row) return { code: null, failures: null };
  const { failures, ...code } = row;
  return { code, failures };
}

/** Takes the count of a right code back: only failures count. */
export const refundTry = (tx: Database, personKey: Buffer) =>
  tx
    .updateTable('throttle')
    .set((eb) => ({ failures: eb('failures', '-', 1) }))
    .where('key', '=', personKey)
    .where('failures', '>', 0);
