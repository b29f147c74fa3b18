import { accessCode, DAY } from '@florin/contract/limits';
import { sql, type OperationNodeSource, type RawBuilder } from 'kysely';
import type { Database } from '../../db/open.ts';
import type { EntityType } from '@florin/contract/fields';
import { flowColumn, type CodeFlow } from './code-flow.ts';

/** A pending sign-in as authenticate sees it: also one that is over, and one that was completed. */
export interface Pending {
  id: string;
  personId: string;
  /** The browser it began on, if that was known. */
  deviceId: string | null;
  createdAt: Date;
  expiresAt: Date;
  completedAt: Date | null;
}

const pendingColumns = [
  'id',
  'person_id as personId',
  'device_id as deviceId',
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

/**
 * Whether a factor may still be proven for it, be it too late for a session: for as long as a code that was sent in its last
 * second. Whoever proves it then is told that the device is authenticated (section 8, MFA_SESSION_EXPIRED), so it has to be.
 */
export const isProvablePending = (pending: Pending | undefined, now: Date): pending is Pending =>
  pending !== undefined &&
  pending.completedAt === null &&
  pending.expiresAt.getTime() + accessCode.lifetimeSeconds * 1000 > now.getTime();

/** When codes were sent to a person during the last day, and which of them were for that flow. */
export async function recentSends(tx: Database, personId: string, { purpose, id }: CodeFlow, now: Date) {
  const rows = await tx
    .selectFrom('access_code')
    .select(['created_at', sql<boolean>`coalesce(${sql.ref(flowColumn[purpose])} = ${id}, false)`.as('ofFlow')])
    .where('person_id', '=', personId)
    .where('created_at', '>', new Date(now.getTime() - DAY * 1000))
    .execute();
  const timesOf = (some: typeof rows) => some.map((row) => row.created_at);
  return { all: timesOf(rows), ofFlow: timesOf(rows.filter(({ ofFlow }) => ofFlow)) };
}

/** The code of a flow that was neither used nor superseded, whether or not it still works. */
export interface OpenCode {
  id: string;
  kind: EntityType;
  tries: number;
  createdAt: Date;
  expiresAt: Date;
}

export async function readOpenCode(tx: Database, flow: CodeFlow): Promise<OpenCode | null> {
  const row = await tx
    .selectFrom('access_code')
    .innerJoin('contact', 'contact.id', 'access_code.contact_id')
    .select([
      'access_code.id',
      'contact.kind',
      'access_code.tries',
      'access_code.created_at as createdAt',
      'access_code.expires_at as expiresAt',
    ])
    .where(flowColumn[flow.purpose], '=', flow.id)
    .where('used_at', 'is', null)
    .where('superseded_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

export async function isSecondFactorLocked(tx: Database, key: Buffer, now: Date): Promise<boolean> {
  const row = await tx
    .selectFrom('throttle')
    .select('failures')
    .where('key', '=', key)
    .where('window_started_at', '>', new Date(now.getTime() - DAY * 1000))
    .executeTakeFirst();
  return row !== undefined && row.failures >= accessCode.maxFailuresPerDay;
}

/** Adds a failure to a person's count of the day, unless it is full; `from` says when. */
const personCount = (personKey: Buffer, now: Date, from: RawBuilder<unknown>) => {
  const dayAgo = new Date(now.getTime() - DAY * 1000);
  return sql`insert into throttle (key, failures, window_started_at) select ${personKey}::bytea, 1, ${now}::timestamptz ${from}
      on conflict (key) do update set
        failures = case when throttle.window_started_at <= ${dayAgo} then 1 else throttle.failures + 1 end,
        window_started_at = case when throttle.window_started_at <= ${dayAgo} then ${now} else throttle.window_started_at end
        where throttle.window_started_at <= ${dayAgo} or throttle.failures < ${accessCode.maxFailuresPerDay}
      returning failures`;
};

/**
 * Counts a try of something that no code of a flow stands for, before it is compared: a code of an authenticator app, or
 * the password of somebody who is signed in.
 * @returns the person's failures of the day with this one; null where there are too many already
 */
export async function countPersonTry(tx: Database, personKey: Buffer, now: Date): Promise<number | null> {
  const { rows } = await sql<{ failures: number }>`${personCount(personKey, now, sql``)}`.execute(tx);
  return rows[0]?.failures ?? null;
}

/** Takes a counted try back, since only failures count. */
export async function refundPersonTry(tx: Database, personKey: Buffer): Promise<void> {
  await personRefund(personKey).execute(tx);
}

const personRefund = (personKey: Buffer) =>
  sql`update throttle set failures = failures - 1 where key = ${personKey} and failures > 0`;

/** A try that was counted; null parts were not admitted. */
export interface CountedTry {
  code: { id: string; contactId: string; kind: EntityType; mac: Buffer; tries: number } | null;
  /** The person's failures of the day with this one; null when there are too many already. */
  failures: number | null;
}

/**
 * Counts a try on the live code and on the person, before the code is compared (security design P3, P7): one statement,
 * guarded by the rows themselves. A guess that had arrived before the code was made is none at this code.
 */
export async function countTry(
  tx: Database,
  flow: CodeFlow,
  personKey: Buffer,
  { now, receivedAt }: { now: Date; receivedAt: Date },
): Promise<CountedTry> {
  const { rows } = await sql<NonNullable<CountedTry['code']> & { failures: number | null }>`
    with counted as (
      update access_code set tries = tries + 1
      where ${sql.ref(flowColumn[flow.purpose])} = ${flow.id} and used_at is null and superseded_at is null
        and expires_at > ${now} and tries < ${accessCode.maxTries} and created_at <= ${receivedAt}
      returning id, contact_id, code_mac, tries
    ), person_counted as (
      ${personCount(personKey, now, sql`from counted`)}
    )
    select counted.id, contact.id as "contactId", contact.kind, code_mac as mac, tries,
      (select failures from person_counted) as failures
    from counted join contact on contact.id = counted.contact_id`.execute(tx);
  const row = rows[0];
  if (!row) return { code: null, failures: null };
  const { failures, ...code } = row;
  return { code, failures };
}

/**
 * Uses up a right code, moves its flow on, and takes the count back, since only failures count.
 * @param advance the guarded update that moves the flow on, returning a row where it did
 * @returns false where somebody else has used either
 */
export async function consume(
  tx: Database,
  codeId: string,
  advance: OperationNodeSource,
  personKey: Buffer,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<{ won: boolean }>`
    with used as (
      update access_code set used_at = ${now} where id = ${codeId} and used_at is null and superseded_at is null
      returning id
    ), advanced as (
      ${advance}
    ), refunded as (
      ${personRefund(personKey)}
    )
    select exists (select from used) and exists (select from advanced) as won`.execute(tx);
  return rows[0]!.won;
}

/** Completes a pending sign-in, once. */
export const completion = (tx: Database, pendingId: string, now: Date) =>
  tx
    .updateTable('mfa_session')
    .set({ completed_at: now })
    .where('id', '=', pendingId)
    .where('completed_at', 'is', null)
    .returning('id');
