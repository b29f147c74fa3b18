import type { Shipping } from '@florin/contract/cards/shipping';
import { isEligible } from '@florin/contract/eligibility';
import type { Entrusted } from '@florin/contract/permissions';
import { maySettle, requestSteps, type RequestStep } from '@florin/contract/money/request-states';
import type { Updateable } from 'kysely';
import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';
import type { Schema } from '../../db/schema.ts';
import { inTransaction } from '../../db/transaction.ts';
import { isRefused, refuse, type Refused } from '../../http/call.ts';
import { housekeeping, recordEvent, type EventSubject, type Origin } from '../audit/events.ts';
import { contentHash } from '../card-funding/run.ts';
import { effects, type Effect } from './effects.ts';
import { askedExceptionOf } from './exceptions.ts';
import { mailAsker, mailDeciders } from './mails.ts';
import {
  addEvent,
  lockRequest,
  permitsDeciding,
  readRequest,
  statusOf,
  type Reader,
  type RequestRow,
} from './queries.ts';
import { wrongEnd } from './rules.ts';

/** An administrator who decides. */
export interface Decider extends Entrusted {
  businessId: string;
  membershipId: string;
  personId: string;
  /** Null: the demo data decides. */
  sessionId: string | null;
  origin: Origin;
}

export interface Decision {
  step: 'approve' | 'reject';
  /** An amount that differs from the request, in minor units. */
  amount?: number | null | undefined;
  /** ISO 8601; an end that differs from the request. */
  until?: string | null | undefined;
  /** Where a physical card is sent. */
  shipping?: Shipping | null | undefined;
  note?: string | null | undefined;
  idempotencyKey: string;
}

/** Nobody decides their own request, whatever other roles they have in the business. */
export const mayDecide = (
  row: Pick<RequestRow, 'kind' | 'askerId' | 'until'>,
  decider: Entrusted & Pick<Decider, 'personId'>,
) => row.askerId !== decider.personId && permitsDeciding(row, decider);

type NotDecided = Refused<'NOT_FOUND' | 'FORBIDDEN' | 'REQUEST_NOT_PENDING' | 'IDEMPOTENCY_KEY_REUSED'>;

/** A locked request that the caller may decide now, or has decided before by the same call. */
async function lockForDecision(
  tx: Database,
  { clock }: Pick<Context, 'clock'>,
  decider: Decider,
  id: string,
  decision: Decision,
): Promise<{ row: RequestRow; hash: Buffer; isDone: boolean } | NotDecided> {
  const row = await lockRequest(tx, id, { businessId: decider.businessId });
  if (!row) return refuse('NOT_FOUND');
  if (!mayDecide(row, decider)) return refuse('FORBIDDEN');
  const hash = contentHash([id, decision]);
  if (row.decided_by === decider.membershipId && row.decision_key === decision.idempotencyKey)
    return row.decision_hash?.equals(hash) ? { row, hash, isDone: true } : refuse('IDEMPOTENCY_KEY_REUSED');
  if (!maySettle(decision.step, statusOf(row, clock.now()))) return refuse('REQUEST_NOT_PENDING');
  return { row, hash, isDone: false };
}

/** Rejects a request. One decision counts; repeating it with its key gives the same answer. */
export async function rejectRequest(
  tx: Database,
  context: Context,
  decider: Decider,
  id: string,
  decision: Decision & { step: 'reject' },
): Promise<RequestRow | NotDecided> {
  const locked = await lockForDecision(tx, context, decider, id, decision);
  if (isRefused(locked) || locked.isDone) return isRefused(locked) ? locked : locked.row;
  return settle(tx, context, locked.row, 'reject', { decider, decision, hash: locked.hash });
}

/**
 * Approves a request, with the same rules as `rejectRequest`. If the approval cannot be carried out, the request stays
 * pending.
 */
export async function approveRequest(
  tx: Database,
  context: Context,
  decider: Decider,
  id: string,
  decision: Decision & { step: 'approve' },
): Promise<RequestRow | NotDecided | Refused<'VALIDATION'> | Extract<Awaited<ReturnType<Effect>>, Refused>> {
  const now = context.clock.now();
  const locked = await lockForDecision(tx, context, decider, id, decision);
  if (isRefused(locked) || locked.isDone) return isRefused(locked) ? locked : locked.row;
  const { row, hash } = locked;
  const changed = changedTerms(row, decision, now);
  if (isRefused(changed)) return changed;
  const { status } = await tx
    .selectFrom('business')
    .select('status')
    .where('id', '=', decider.businessId)
    .executeTakeFirstOrThrow();
  if (!isEligible('money.move', { business: { status } })) return refuse('BUSINESS_NOT_OPEN');
  const done = await effects[row.kind](tx, context, {
    requestId: id,
    businessId: row.business_id,
    askerMembershipId: row.requested_by,
    deciderMembershipId: decider.membershipId,
    deciderPersonId: decider.personId,
    sessionId: decider.sessionId,
    origin: decider.origin,
    contentHash: hash,
    cardId: row.card_id,
    requestedAt: row.created_at,
    declinedTransactionId: row.declined_transaction_id,
    exception: askedExceptionOf(row),
    amount: changed.amount,
    period: row.period,
    countries: row.countries,
    until: changed.until,
    cardName: row.card_name,
    cardKind: row.card_kind,
    shipping: decision.shipping ?? null,
    purpose: row.purpose,
  });
  if (isRefused(done)) return done;
  return settle(tx, context, row, 'approve', { decider, decision, hash, ...changed, ...done });
}

/** The amount and end of an approval. They can be changed but not added, because nobody requested them. */
function changedTerms(
  row: RequestRow,
  { amount, until }: Decision,
  now: Date,
): { amount: bigint | null; until: Date | null } | Refused<'VALIDATION'> {
  const wrong = (Field: string, Problem: 'unknown' | 'tooShort' | 'tooLong') =>
    refuse('VALIDATION', { Fields: [{ Field, Problem }] });
  if (amount && row.amount === null) return wrong('amount', 'unknown');
  if (until && row.until === null) return wrong('until', 'unknown');
  const end = until ? new Date(until) : row.until;
  const problem = end && wrongEnd(end, now);
  if (problem) return wrong('until', problem);
  return { amount: amount ? BigInt(amount) : row.amount, until: end };
}

interface Settlement {
  decider?: Decider;
  decision?: Decision;
  hash?: Buffer;
  amount?: bigint | null;
  until?: Date | null;
  issuedCardId?: string | null;
  overrideId?: string | null;
  /** Of a cancellation. */
  holder?: { membershipId: string; origin: Origin; subject: EventSubject };
}

/** Ends a pending, locked request: state, timeline, mail and audit event. */
async function settle(
  tx: Database,
  context: Context,
  row: RequestRow,
  step: RequestStep,
  { decider, decision, hash, amount = null, until = null, issuedCardId = null, overrideId = null, holder }: Settlement,
): Promise<RequestRow> {
  const at = context.clock.now();
  const status = requestSteps[step].to;
  const note = decision?.note?.trim() || null;
  const changes: Updateable<Schema['card_request']> = {
    status,
    settled_at: at,
    decided_by: decider?.membershipId ?? null,
    decided_amount: amount,
    decided_until: until,
    decision_note: note,
    decision_key: decision?.idempotencyKey ?? null,
    decision_hash: hash ?? null,
    issued_card_id: issuedCardId,
    override_id: overrideId,
  };
  await tx.updateTable('card_request').set(changes).where('id', '=', row.id).where('status', '=', 'PENDING').execute();
  const settled = (await readRequest(tx, row.id, { businessId: row.business_id }))!;
  await addEvent(tx, {
    requestId: row.id,
    kind: status,
    actorMembershipId: decider?.membershipId ?? holder?.membershipId ?? null,
    amount,
    note,
    at,
  });
  if (status !== 'CANCELED')
    await mailAsker(tx, context, settled, { step: status, by: settled.decidedBy, amount, note });
  const subject = decider
    ? { personId: decider.personId, membershipId: decider.membershipId, sessionId: decider.sessionId }
    : holder?.subject;
  await recordEvent(tx, context, decider?.origin ?? holder?.origin ?? housekeeping, {
    type: 'request_settled',
    details: { request: row.id, kind: row.kind, status, amount: amount === null ? null : String(amount) },
    businessId: row.business_id,
    ...subject,
  });
  return settled;
}

/**
 * Withdraws the caller's own request, or a request of a membership that `actor` closes. Repeating it changes nothing.
 */
export async function cancelRequest(
  tx: Database,
  context: Context,
  {
    businessId,
    membershipId,
    origin,
    subject,
    actor = membershipId,
  }: Required<Reader> & { origin: Origin; subject: EventSubject; actor?: string },
  id: string,
): Promise<RequestRow | Refused<'NOT_FOUND' | 'REQUEST_NOT_PENDING'>> {
  const row = await lockRequest(tx, id, { businessId, membershipId });
  if (!row) return refuse('NOT_FOUND');
  if (row.status === 'CANCELED') return row;
  if (!maySettle('cancel', statusOf(row, context.clock.now()))) return refuse('REQUEST_NOT_PENDING');
  return settle(tx, context, row, 'cancel', { holder: { membershipId: actor, origin, subject } });
}

/** Adds a note while the request is pending, and mails the other side. A known key adds nothing. */
export async function addNote(
  tx: Database,
  context: Context,
  { reader, membershipId, name }: { reader: Reader; membershipId: string; name: string },
  id: string,
  { note, idempotencyKey }: { note: string; idempotencyKey: string },
): Promise<RequestRow | Refused<'NOT_FOUND' | 'REQUEST_NOT_PENDING'>> {
  const row = await lockRequest(tx, id, reader);
  if (!row) return refuse('NOT_FOUND');
  const at = context.clock.now();
  if (statusOf(row, at) !== 'PENDING') return refuse('REQUEST_NOT_PENDING');
  const words = note.trim();
  const event = {
    requestId: id,
    kind: 'NOTE',
    actorMembershipId: membershipId,
    note: words,
    at,
    idempotencyKey,
  } as const;
  if (!(await addEvent(tx, event))) return row;
  if (row.requested_by === membershipId) await mailDeciders(tx, context, row, { note: words, isNew: false });
  else await mailAsker(tx, context, row, { step: 'NOTE', by: name, amount: null, note: words });
  return row;
}

const batchSize = 100;

/** The job that ends requests whose time has passed, each in its own transaction. */
export async function expireRequests(context: Context): Promise<void> {
  const due = await context.db
    .selectFrom('card_request')
    .select(['id', 'business_id'])
    .where('status', '=', 'PENDING')
    .where('expires_at', '<=', context.clock.now())
    .orderBy('expires_at')
    .limit(batchSize)
    .execute();
  for (const { id, business_id: businessId } of due)
    await inTransaction(context.db, (tx) => expireRequest(tx, context, { id, businessId }));
}

/** Ends a request whose time has passed, if it is still pending. */
export async function expireRequest(
  tx: Database,
  context: Context,
  { id, businessId }: { id: string; businessId: string },
): Promise<void> {
  const row = await lockRequest(tx, id, { businessId });
  if (row?.status === 'PENDING') await settle(tx, context, row, 'expire', {});
}
