import { isEligible, whyNot } from '@florin/contract/eligibility';
import { cardRequest } from '@florin/contract/limits';
import { mayTransition } from '@florin/contract/cards/card-states';
import type { RequestKind } from '@florin/contract/money/request-states';
import type { Context } from '../../context.ts';
import { newId } from '../../db/ids.ts';
import type { Database } from '../../db/open.ts';
import type { Schema } from '../../db/schema.ts';
import { refuse, type Refused } from '../../http/call.ts';
import { recordEvent, type EventSubject, type Origin } from '../audit/events.ts';
import { contentHash } from '../card-funding/run.ts';
import { afterSeconds } from '../time.ts';
import { declinedPurchase, exceptionFor, isPossible } from './exceptions.ts';
import { mailDeciders } from './mails.ts';
import { addEvent, readRequest, type RequestRow } from './queries.ts';
import { wrongFields, type AskedFields } from './rules.ts';

/** A request as its cardholder sends it. */
export interface RequestInput extends AskedFields {
  kind: RequestKind;
  note?: string | null | undefined;
  period?: Schema['card_request']['period'] | undefined;
  cardKind?: Schema['card_request']['card_kind'] | undefined;
  idempotencyKey: string;
}

export interface Asker {
  businessId: string;
  membershipId: string;
  origin: Origin;
  subject: EventSubject;
}

type MakeRefusal = Refused<
  'VALIDATION' | 'NOT_FOUND' | 'CARD_STATE' | 'STEP_NOT_POSSIBLE' | 'IDEMPOTENCY_KEY_REUSED' | 'BUSINESS_NOT_OPEN'
>;

/**
 * Writes a request and mails the people who can decide it. The same key returns the same request again. The caller has
 * locked the person who makes the request.
 */
export async function makeRequest(
  tx: Database,
  context: Context,
  { businessId, membershipId, origin, subject }: Asker,
  asked: RequestInput,
): Promise<RequestRow | MakeRefusal> {
  const now = context.clock.now();
  const hash = contentHash(asked);
  const known = await tx
    .selectFrom('card_request')
    .select(['id', 'content_hash'])
    .where('requested_by', '=', membershipId)
    .where('idempotency_key', '=', asked.idempotencyKey)
    .executeTakeFirst();
  const reader = { businessId, membershipId };
  if (known)
    return known.content_hash.equals(hash)
      ? (await readRequest(tx, known.id, reader))!
      : refuse('IDEMPOTENCY_KEY_REUSED');
  const {
    status,
    use_business_balance_for_auths: drawsOnBusiness,
    allow_admin_view_card_usage: isDeclineSeen,
  } = await tx
    .selectFrom('business')
    .select(['status', 'use_business_balance_for_auths', 'allow_admin_view_card_usage'])
    .where('id', '=', businessId)
    .executeTakeFirstOrThrow();
  const Fields = wrongFields(asked.kind, asked, { now, isDeclineSeen });
  if (Fields.length > 0) return refuse('VALIDATION', { Fields });
  if (!isEligible('money.move', { business: { status } })) return refuse('BUSINESS_NOT_OPEN');
  const isImpossible = asked.kind === 'FUNDING' && drawsOnBusiness;
  // A decline can have one pending request, which has to be decided first.
  if (
    isImpossible ||
    (await waitsFor(tx, membershipId, asked.declinedTransactionId, now)) ||
    (await pendingOf(tx, membershipId)) >= cardRequest.pendingAtMost
  )
    return refuse('STEP_NOT_POSSIBLE');
  const refused = await refuseCard(tx, { businessId, membershipId }, asked);
  if (refused) return refused;

  const id = newId(now.getTime());
  const latest = afterSeconds(now, cardRequest.lifetimeSeconds);
  const until = asked.until ? new Date(asked.until) : null;
  const note = asked.note?.trim() || null;
  await tx
    .insertInto('card_request')
    .values({
      id,
      business_id: businessId,
      kind: asked.kind,
      requested_by: membershipId,
      card_id: asked.cardId ?? null,
      amount: asked.amount ? BigInt(asked.amount) : null,
      period: asked.period ?? null,
      countries: [...(asked.countries ?? [])],
      card_name: asked.cardName ?? null,
      card_kind: asked.cardKind ?? null,
      until,
      purpose: asked.purpose || null,
      declined_transaction_id: asked.declinedTransactionId ?? null,
      exception_about: asked.exception?.about ?? null,
      exception_value: asked.exception?.value ?? null,
      created_at: now,
      // A request with an end is useless after it.
      expires_at: until && until < latest ? until : latest,
      idempotency_key: asked.idempotencyKey,
      content_hash: hash,
      settled_at: null,
      decided_by: null,
      decided_amount: null,
      decided_until: null,
      decision_note: null,
      decision_key: null,
      decision_hash: null,
      issued_card_id: null,
    })
    .execute();
  const row = (await readRequest(tx, id, reader))!;
  await addEvent(tx, {
    requestId: id,
    kind: 'CREATED',
    actorMembershipId: membershipId,
    amount: row.amount,
    note,
    at: now,
  });
  await mailDeciders(tx, context, row, { note, isNew: true });
  await recordEvent(tx, context, origin, {
    type: 'request_made',
    details: { request: id, kind: asked.kind },
    ...subject,
  });
  return row;
}

/** Whether a request about the same declined purchase is pending. */
async function waitsFor(tx: Database, membershipId: string, transactionId: string | null | undefined, now: Date) {
  if (!transactionId) return false;
  const waiting = await tx
    .selectFrom('card_request')
    .select('id')
    .where('declined_transaction_id', '=', transactionId)
    .where('requested_by', '=', membershipId)
    .where('status', '=', 'PENDING')
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return waiting !== undefined;
}

async function pendingOf(tx: Database, membershipId: string): Promise<number> {
  const pending = await tx
    .selectFrom('card_request')
    .select('id')
    .where('requested_by', '=', membershipId)
    .where('status', '=', 'PENDING')
    .limit(cardRequest.pendingAtMost)
    .execute();
  return pending.length;
}

/** A request about a card must come from its holder, and the card must be able to use it. */
async function refuseCard(
  tx: Database,
  { businessId, membershipId }: Pick<Asker, 'businessId' | 'membershipId'>,
  { kind, cardId, declinedTransactionId, exception, until }: RequestInput,
): Promise<Refused<'NOT_FOUND' | 'CARD_STATE' | 'VALIDATION'> | null> {
  if (kind === 'CARD') return null;
  const card = await tx
    .selectFrom('card')
    .select('status')
    .where('id', '=', cardId!)
    .where('membership_id', '=', membershipId)
    .executeTakeFirst();
  if (!card) return refuse('NOT_FOUND');
  const obstacle = whyNot('card.change', { card });
  if (obstacle) return refuse('CARD_STATE', { Obstacle: obstacle });
  if (exception)
    return (await isPossible(tx, businessId, exception))
      ? null
      : refuse('VALIDATION', { Fields: [{ Field: 'exception', Problem: 'format' }] });
  const declined = await declinedPurchase(tx, declinedTransactionId, { cardId: cardId! });
  // Another card's purchase would tell the approver of something that the request does not change.
  if (declinedTransactionId && !declined)
    return refuse('VALIDATION', { Fields: [{ Field: 'declinedTransactionId', Problem: 'unknown' }] });
  if (kind === 'UNBLOCK' && declined && exceptionFor(declined) !== null)
    return until ? null : refuse('VALIDATION', { Fields: [{ Field: 'until', Problem: 'missing' }] });
  if (until && kind === 'UNBLOCK') return refuse('VALIDATION', { Fields: [{ Field: 'until', Problem: 'unknown' }] });
  if (kind === 'UNBLOCK' && !mayTransition('unfreeze', card.status, 'ADMIN'))
    return refuse('CARD_STATE', { Obstacle: null });
  return null;
}
