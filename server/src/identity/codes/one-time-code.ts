import { randomInt, timingSafeEqual } from 'node:crypto';
import { accessCode, codesToOnePerson, DAY } from '@florin/contract/limits';
import type { EntityType } from '@florin/contract/fields';
import { sql, type OperationNodeSource } from 'kysely';
import type { Context } from '../../context.ts';
import { newId } from '../../db/ids.ts';
import type { Database } from '../../db/open.ts';
import { cancelMessagesOf } from '../../core/messages/messages.ts';
import { secondsUntilRoom, secondsUntilSend } from '../../core/throttle/send-quota.ts';
import { afterSeconds } from '../../core/time.ts';
import type { Counted, Tally } from '../attempts/attempts.ts';
import { policyOf, type CodeFlow } from './policies.ts';

type Needed = Pick<Context, 'keys' | 'clock'>;

interface BoundCode {
  flow: CodeFlow;
  addressIndex: Buffer;
  code: string;
}

/** A code is stored as a keyed MAC, bound to its purpose, its flow and its address (ASVS 6.6.2). */
const codeMac = ({ keys }: Pick<Context, 'keys'>, { flow, addressIndex, code }: BoundCode): Buffer =>
  keys.mac('one-time-code', [flow.purpose, flow.id, addressIndex.toString('hex'), code].join('|'));

/** The one code of a flow that was neither used nor superseded, whether or not it still works. */
const openCodeOf = ({ purpose, id }: CodeFlow) =>
  sql<boolean>`purpose = ${purpose} and flow_id = ${id} and used_at is null and superseded_at is null`;

interface Issuing {
  flow: CodeFlow;
  /** The person or card whose quota it uses. */
  owner: { personId: string } | { cardId: string };
  channel: EntityType;
  /** Its address (core/people/contacts.ts). */
  addressIndex: Buffer;
  /** The sends to the owner that it counts with. */
  quota: string;
}

/** Makes the new code of a flow; the older one stops working. @returns the code, six digits, which is not stored */
export async function issueCode(
  tx: Database,
  context: Needed,
  { flow, owner, channel, addressIndex, quota }: Issuing,
): Promise<{ id: string; code: string }> {
  await supersedeCodes(tx, context, openCodeOf(flow));
  const now = context.clock.now();
  const id = newId(now.getTime());
  const code = String(randomInt(10 ** accessCode.digits)).padStart(accessCode.digits, '0');
  await tx
    .insertInto('one_time_code')
    .values({
      id,
      purpose: flow.purpose,
      flow_id: flow.id,
      person_id: 'personId' in owner ? owner.personId : null,
      card_id: 'cardId' in owner ? owner.cardId : null,
      channel,
      address_index: addressIndex,
      quota,
      code_mac: codeMac(context, { flow, addressIndex, code }),
      created_at: now,
      expires_at: afterSeconds(now, policyOf(flow).lifetimeSeconds),
      used_at: null,
      superseded_at: null,
    })
    .execute();
  return { id, code };
}

/** Ends a person's codes to an address that was removed. */
export const supersedeCodesTo = (tx: Database, context: Pick<Context, 'clock'>, personId: string, index: Buffer) =>
  supersedeCodes(
    tx,
    context,
    sql`person_id = ${personId} and address_index = ${index} and used_at is null and superseded_at is null`,
  );

/** Superseded codes stop working; their messages, if still queued, are never sent. */
async function supersedeCodes(tx: Database, context: Pick<Context, 'clock'>, open: ReturnType<typeof openCodeOf>) {
  const superseded = await tx
    .updateTable('one_time_code')
    .set({ superseded_at: context.clock.now() })
    .where(open)
    .returning('id')
    .execute();
  const ids = superseded.map(({ id }) => id);
  await cancelMessagesOf(tx, context, ids);
}

export interface OpenCode {
  channel: EntityType;
  tries: number;
  createdAt: Date;
  expiresAt: Date;
}

/** The newest code of a flow, if it is open, whether or not it still works. */
export async function readOpenCode(tx: Database, flow: CodeFlow): Promise<OpenCode | null> {
  const row = await tx
    .selectFrom('one_time_code')
    .select(['channel', 'tries', 'created_at as createdAt', 'expires_at as expiresAt'])
    .where(openCodeOf(flow))
    .executeTakeFirst();
  return row ?? null;
}

export interface Sends {
  /** Within the quota, unused ones only (decision 066). */
  all: Date[];
  /** Of these, for the flow itself. */
  ofFlow: Date[];
  /** To the owner, within any quota, used or not. */
  toOwner: Date[];
}

/** When codes were sent to an owner during the last day. */
export async function recentSends(
  tx: Database,
  flow: CodeFlow,
  { ownerId, quota }: { ownerId: string; quota: string },
  now: Date,
): Promise<Sends> {
  const rows = await tx
    .selectFrom('one_time_code')
    .select([
      'created_at',
      'quota',
      'used_at',
      sql<boolean>`purpose = ${flow.purpose} and flow_id = ${flow.id}`.as('ofFlow'),
    ])
    .where(policyOf(flow).countedBy, '=', ownerId)
    .where('created_at', '>', afterSeconds(now, -DAY))
    .execute();
  const timesOf = (some: typeof rows) => some.map((row) => row.created_at);
  const all = rows.filter((row) => row.quota === quota && row.used_at === null);
  return { all: timesOf(all), ofFlow: timesOf(all.filter(({ ofFlow }) => ofFlow)), toOwner: timesOf(rows) };
}

/**
 * The seconds until another code may be sent; 0 is now.
 * @param isAsked a person has requested it, so the pause after the flow's last code applies
 */
export function codeWaitSeconds({ all, ofFlow, toOwner }: Sends, now: Date, isAsked = true): number {
  const inQuota = secondsUntilSend(all, now, isAsked ? ofFlow : []);
  return Math.max(inQuota, secondsUntilRoom(toOwner, codesToOnePerson, now));
}

/** The same once another code is sent now. */
export const waitAfterSend = ({ all, ofFlow, toOwner }: Sends, now: Date): number =>
  codeWaitSeconds({ all: [...all, now], ofFlow: [...ofFlow, now], toOwner: [...toOwner, now] }, now);

/** The outcome of a try. Only `proven` proves anything. */
export type Tried =
  /** `by`: the way the code was sent. */
  | { is: 'proven'; by: EntityType }
  /** Correct, but a concurrent call has used it or continued its flow. */
  | { is: 'late'; counted: Counted }
  /** `tries` at this code, including this one. */
  | { is: 'wrong'; tries: number; counted: Counted }
  /** Nothing was counted: no code was sent, or the newest is expired, used up or younger than the guess. */
  | { is: 'spent' }
  /** The tally is full: nothing was compared. */
  | { is: 'locked' };

interface Trying {
  flow: CodeFlow;
  tally: Tally;
  /** As typed, without spaces. */
  code: string;
  /**
   * When the guess arrived. A guess that arrived before the code was created does not count as a guess at this code.
   */
  receivedAt: Date;
  /** The guarded update that continues the flow and returns a row if it did. */
  advance: (channel: EntityType) => OperationNodeSource;
}

/**
 * Tries a code: the try is counted on code and tally before the comparison (security design P3, P7), and a correct code
 * is used up in one statement with the flow's update. The caller holds the lock of the code's owner.
 */
export async function tryCode(
  tx: Database,
  context: Needed,
  { flow, tally, code, receivedAt, advance }: Trying,
): Promise<Tried> {
  const { live, counted } = await countCode(tx, context, { flow, tally, receivedAt });
  if (!live && !policyOf(flow).countsWithoutCode) return { is: 'spent' };
  if (!counted) return { is: 'locked' };
  if (!live) return { is: 'wrong', tries: 0, counted };
  const typed = codeMac(context, { flow, addressIndex: live.addressIndex, code });
  if (!timingSafeEqual(typed, live.mac)) return { is: 'wrong', tries: live.tries, counted };
  const isUsed = await useCode(tx, context, live.id, advance(live.channel), tally);
  return isUsed ? { is: 'proven', by: live.channel } : { is: 'late', counted };
}

interface LiveCode {
  id: string;
  channel: EntityType;
  addressIndex: Buffer;
  mac: Buffer;
  tries: number;
}

type Nullable<T> = { [K in keyof T]: T[K] | null };

/** One side of an outer join: all of it exists, or nothing. */
const present = <T extends object>(joined: Nullable<T>): T | null =>
  Object.values(joined).includes(null) ? null : (joined as T);

/** Counts a try on the live code and on the tally: one statement, guarded by the rows themselves. */
async function countCode(
  tx: Database,
  { clock }: Needed,
  { flow, tally, receivedAt }: Pick<Trying, 'flow' | 'tally' | 'receivedAt'>,
): Promise<{ live: LiveCode | null; counted: Counted | null }> {
  const { maxTries, countsWithoutCode } = policyOf(flow);
  const { rows } = await sql<Nullable<LiveCode> & Nullable<Counted>>`
    with live as (
      update one_time_code set tries = tries + 1
      where ${openCodeOf(flow)} and expires_at > ${clock.now()} and created_at <= ${receivedAt}
        and (${maxTries}::int is null or tries < ${maxTries}::int)
      returning id, channel, address_index as "addressIndex", code_mac as mac, tries
    ), counted as (${tally.counting(countsWithoutCode ? sql`` : sql`from live`)})
    select * from (select) as asked left join live on true left join counted on true`.execute(tx);
  const { failures, isFull, ...live } = rows[0]!;
  return { live: present(live), counted: present({ failures, isFull }) };
}

/**
 * Uses up a correct code, continues its flow and takes the count back.
 * @returns false if a concurrent call has used either
 */
async function useCode(
  tx: Database,
  { clock }: Needed,
  codeId: string,
  advance: OperationNodeSource,
  tally: Tally,
): Promise<boolean> {
  const { rows } = await sql<{ won: boolean }>`
    with used as (
      update one_time_code set used_at = ${clock.now()}
      where id = ${codeId} and used_at is null and superseded_at is null
      returning id
    ), advanced as (${advance}), refunded as (${tally.refunding})
    select exists (select from used) and exists (select from advanced) as won`.execute(tx);
  return rows[0]!.won;
}
