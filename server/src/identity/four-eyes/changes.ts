import { fourEyes } from '@florin/contract/limits';
import type { PendingChange, PendingChangeKind, PendingChangeStatus } from '@florin/contract/access/pending-changes';
import type { Preset } from '@florin/contract/permissions';
import type { TeamPermissions } from '@florin/contract/access/team-permissions';
import type { Context } from '../../context.ts';
import type { GroupMembers } from '../../core/cards/groups.ts';
import type { EnteredUpdate } from '../../core/cards/entered.ts';
import { announce } from '../../core/announcements/announce.ts';
import { originOf, recordEvent } from '../../core/audit/events.ts';
import { notifyOf } from '../../core/notifications/notify.ts';
import { afterSeconds } from '../../core/time.ts';
import { newId } from '../../db/ids.ts';
import type { Database } from '../../db/open.ts';
import { refuse, type Refused } from '../../http/call.ts';
import type { CurrentSession } from '../sessions/current-session.ts';

/** What the approver of a change sees. */
export type ChangeDetails =
  | {
      kind: 'PERMISSIONS';
      membershipId: string;
      administrator: string;
      before: TeamPermissions;
      after: TeamPermissions;
    }
  | { kind: 'BANK_ACCOUNT'; bankName: string | null; last4: string | null }
  /** The address is masked. */
  | { kind: 'INVITE'; inviteId: string; name: string; email: string; preset: Preset }
  | { kind: 'CLOSING'; membershipId: string; administrator: string }
  /** It is turned off. */
  | { kind: 'FOUR_EYES' }
  | ({ kind: 'SPEND_POLICY' } & NonNullable<PendingChange['spendPolicy']>)
  /** `revision`: of the card that was changed. */
  | ({ kind: 'CARD_UPDATE'; revision: string; update: EnteredUpdate } & NonNullable<PendingChange['cardUpdate']>)
  | ({ kind: 'CARD_GROUP'; groupId: string; members: GroupMembers } & NonNullable<PendingChange['cardGroup']>)
  | ({ kind: 'SPEND_OVERRIDE' } & NonNullable<PendingChange['spendOverride']>)
  | ({ kind: 'SPEND_OVERRIDE_END'; overrideId: string } & NonNullable<PendingChange['spendOverride']>);

/** A requested change. `subject` identifies exactly what is changed, and is stored only as a keyed MAC. */
export interface WantedChange {
  subject: string;
  details: ChangeDetails;
}

export interface ChangingCall {
  context: Context;
  caller: CurrentSession;
  correlationId: string;
  client: { ipPrefix: string };
}

const subjectMac = ({ keys }: Pick<Context, 'keys'>, businessId: string, { subject, details }: WantedChange) =>
  keys.mac('pending-change', `${businessId}|${details.kind}|${subject}`);

/**
 * Whether the business requires a second administrator. Locks its row, so that its changes are made one after the
 * other.
 */
export async function asksForFourEyes(tx: Database, businessId: string): Promise<boolean> {
  const business = await tx
    .selectFrom('business')
    .select('four_eyes')
    .where('id', '=', businessId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return business.four_eyes;
}

/**
 * Writes a change that waits for a second administrator, and notifies the other administrators. A repeated request of
 * the same person returns the change that it has made. Call it under the lock of `asksForFourEyes`.
 * @returns the change's id
 */
export async function requestChange(tx: Database, call: ChangingCall, wanted: WantedChange): Promise<string> {
  const { context, caller: session } = call;
  const { businessId, membershipId } = session;
  const { kind } = wanted.details;
  const now = context.clock.now();
  const subject = subjectMac(context, businessId, wanted);
  const same = await tx
    .selectFrom('pending_change')
    .select('id')
    .where('business_id', '=', businessId)
    .where('requested_by', '=', membershipId)
    .where('subject', '=', subject)
    .where('status', '=', 'PENDING')
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (same) return same.id;
  const id = newId(now.getTime());
  await tx
    .insertInto('pending_change')
    .values({
      id,
      business_id: businessId,
      kind,
      subject,
      details: JSON.stringify(wanted.details),
      requested_by: membershipId,
      requested_at: now,
      expires_at: afterSeconds(now, fourEyes.lifetimeSeconds),
      decided_by: null,
      decided_at: null,
    })
    .execute();
  await recordChange(tx, call, { type: 'change_requested', details: { change: id, kind } });
  const by = await nameOf(tx, membershipId);
  await notifyOf(tx, context, [
    { kind: 'REQUEST', to: { administratorsOf: businessId }, what: 'CHANGE', step: 'MADE', by, amount: null },
  ]);
  return id;
}

type ChangeEvent =
  | {
      type: 'change_requested' | 'change_canceled' | 'change_used';
      details: { change: string; kind: PendingChangeKind };
    }
  | { type: 'change_decided'; details: { change: string; kind: PendingChangeKind; approved: boolean } };

/** Writes the audit event of a change, and notifies the administrators' tabs. */
export async function recordChange(tx: Database, call: ChangingCall, event: ChangeEvent): Promise<void> {
  const { context, caller: session } = call;
  await recordEvent(tx, context, originOf(call), { ...event, ...session, sessionId: session.id });
  const { businessId } = session;
  await announce(tx, context, [{ businessId, kind: 'change', subjectId: event.details.change }]);
}

/**
 * Refuses an act that needs a second administrator until one has approved it. The approval is valid for one act of the
 * person who requested it. If the business does not require four eyes, nothing is refused.
 * @param options.keep does not use up the approval, for a check before an act of several steps
 */
export async function requireSecondAdministrator(
  tx: Database,
  call: ChangingCall,
  wanted: WantedChange,
  { keep = false } = {},
): Promise<Refused<'SECOND_ADMINISTRATOR_REQUIRED'> | null> {
  const { context, caller: session } = call;
  const { businessId, membershipId } = session;
  if (!(await asksForFourEyes(tx, businessId))) return null;
  const { kind } = wanted.details;
  const approved = await tx
    .selectFrom('pending_change')
    .select('id')
    .where('business_id', '=', businessId)
    .where('requested_by', '=', membershipId)
    .where('subject', '=', subjectMac(context, businessId, wanted))
    .where('status', '=', 'APPROVED')
    .where('expires_at', '>', context.clock.now())
    .orderBy('id')
    .executeTakeFirst();
  if (approved) {
    if (keep) return null;
    await tx.updateTable('pending_change').set({ status: 'USED' }).where('id', '=', approved.id).execute();
    await recordChange(tx, call, { type: 'change_used', details: { change: approved.id, kind } });
    return null;
  }
  const ChangeId = await requestChange(tx, call, wanted);
  const { expires_at } = await tx
    .selectFrom('pending_change')
    .select('expires_at')
    .where('id', '=', ChangeId)
    .executeTakeFirstOrThrow();
  return refuse('SECOND_ADMINISTRATOR_REQUIRED', { ChangeId, ExpiresAt: expires_at.toISOString() });
}

async function nameOf(tx: Database, membershipId: string): Promise<string> {
  const { first_name, last_name } = await tx
    .selectFrom('membership')
    .innerJoin('person', 'person.id', 'membership.person_id')
    .select(['first_name', 'last_name'])
    .where('membership.id', '=', membershipId)
    .executeTakeFirstOrThrow();
  return `${first_name} ${last_name}`;
}

const listedAtMost = 100;

/** The changes of a business, the newest first. */
export const changesOf = (db: Database, businessId: string) =>
  db
    .selectFrom('pending_change')
    .innerJoin('membership as requester', 'requester.id', 'pending_change.requested_by')
    .innerJoin('person as asking', 'asking.id', 'requester.person_id')
    .leftJoin('membership as decider', 'decider.id', 'pending_change.decided_by')
    .leftJoin('person as deciding', 'deciding.id', 'decider.person_id')
    .select([
      'pending_change.id',
      'pending_change.details',
      'pending_change.status',
      'pending_change.requested_by',
      'pending_change.requested_at',
      'pending_change.expires_at',
      'pending_change.decided_at',
      'requester.person_id as requesterPersonId',
      'asking.first_name as askingFirstName',
      'asking.last_name as askingLastName',
      'deciding.first_name as decidingFirstName',
      'deciding.last_name as decidingLastName',
    ])
    .where('pending_change.business_id', '=', businessId)
    .orderBy('requested_at', 'desc')
    .orderBy('pending_change.id', 'desc')
    .limit(listedAtMost);

export type ChangeRow = Awaited<ReturnType<ReturnType<typeof changesOf>['execute']>>[number];

/** The status of a change, including its expiry. */
export function statusOf(
  { status, expires_at }: Pick<ChangeRow, 'status' | 'expires_at'>,
  now: Date,
): PendingChangeStatus {
  const waits = status === 'PENDING' || status === 'APPROVED';
  return waits && expires_at <= now ? 'EXPIRED' : status;
}

export const detailsOf = ({ details }: Pick<ChangeRow, 'details'>) => details as ChangeDetails;

/** A change as administrators see it. */
export function changeOf(
  row: ChangeRow,
  { membershipId }: Pick<CurrentSession, 'membershipId'>,
  now: Date,
): PendingChange {
  const details = detailsOf(row);
  return {
    id: row.id,
    kind: details.kind,
    status: statusOf(row, now),
    requestedBy: `${row.askingFirstName} ${row.askingLastName}`,
    isYours: row.requested_by === membershipId,
    requestedAt: row.requested_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    decidedBy: row.decidingFirstName === null ? null : `${row.decidingFirstName} ${row.decidingLastName}`,
    decidedAt: row.decided_at?.toISOString() ?? null,
    permissions:
      details.kind === 'PERMISSIONS'
        ? { administrator: details.administrator, before: details.before, after: details.after }
        : null,
    invite: details.kind === 'INVITE' ? { name: details.name, email: details.email, preset: details.preset } : null,
    closing: details.kind === 'CLOSING' ? { administrator: details.administrator } : null,
    bankAccount: details.kind === 'BANK_ACCOUNT' ? { bankName: details.bankName, last4: details.last4 } : null,
    spendPolicy: details.kind === 'SPEND_POLICY' ? details : null,
    cardUpdate: details.kind === 'CARD_UPDATE' ? details : null,
    cardGroup: details.kind === 'CARD_GROUP' ? details : null,
    spendOverride: details.kind === 'SPEND_OVERRIDE' || details.kind === 'SPEND_OVERRIDE_END' ? details : null,
  };
}

/** The answer of a call whose change waits for a second administrator. @param id of the change */
export async function answerChange({ context, caller }: ChangingCall, id: string) {
  const row = await changesOf(context.db, caller.businessId)
    .where('pending_change.id', '=', id)
    .executeTakeFirstOrThrow();
  return { status: 202 as const, body: { change: changeOf(row, caller, context.clock.now()) } };
}
