import type { Transaction } from 'kysely';
import { factsAlone, holdDaysOf, sourceOf, type CardRow } from '../authorizations/facts.ts';
import { holdOf } from '../authorizations/hold-policy.ts';
import { decideBy, purchaseOf, refusal } from '../authorizations/decide-batch.ts';
import { lanesOf } from '../authorizations/lanes.ts';
import {
  accountCurrency,
  fingerprintOf,
  isPlausible,
  merchantOf,
  type AuthorizationRequest,
} from '../authorizations/request.ts';
import type { Context } from '../../context.ts';
import { requireNoTransaction } from '../../db/in-transaction.ts';
import type { Schema } from '../../db/schema.ts';
import { inTransaction } from '../../db/transaction.ts';
import { lockMoney } from '../ledger/lock.ts';
import { apply } from '../policies/decide.ts';
import { readCard, versionsOf, writeWindows } from './counters.ts';
import type { Authorized } from './event.ts';
import { accountsByKind, pendingOf, ledgerOf, Posting } from './posting.ts';
import { stateOf, type StatedEvent } from './status.ts';

/**
 * Decides a purchase that a merchant requests, reserves the approved amount, and stores the decision with its reasons.
 * A repeated request always gets the same answer. A request that is not decided within 1.5 seconds of its receipt is
 * declined (`issuer_timeout`). A request that cannot be read is declined (`system`) and not stored. While the database
 * is away or silent the answer is `system`, and a repeated request finds what is stored.
 * @param received when the request arrived, epoch milliseconds of `Date.now()`; now by default
 */
export async function authorize(
  context: Pick<Context, 'db' | 'clock'>,
  request: AuthorizationRequest,
  received = Date.now(),
): Promise<Authorized> {
  requireNoTransaction();
  if (!isPlausible(request)) return refusal('system');
  return request.isIncrement ? increase(context, request, received) : lanesOf(context.db).decide(request, received);
}

interface Purchase {
  id: string;
  accountId: string | null;
  isFinal: boolean;
  hold: string | undefined;
  holdUntil: Date | null;
  requested: bigint;
  events: StatedEvent[];
}

/** Decides an increase of the amount on hold for a purchase: a hotel's extra night, a longer ride. */
async function increase(
  context: Pick<Context, 'db' | 'clock'>,
  request: AuthorizationRequest,
  received: number,
): Promise<Authorized> {
  const card = await readCard(context.db, request.cardId, context.clock.now());
  if (!card) return refusal('card_unknown');
  return inTransaction(context.db, (tx) => increaseWithin(tx, context, card.businessId, request, received));
}

async function increaseWithin(
  tx: Transaction<Schema>,
  context: Pick<Context, 'db' | 'clock'>,
  businessId: string,
  request: AuthorizationRequest,
  received: number,
): Promise<Authorized> {
  const money = await lockMoney(tx, businessId, [request.cardId]);
  const known = await decidedBefore(tx, request);
  if (known) return known;
  const card = await readCard(tx, request.cardId, context.clock.now());
  const purchase = await openPurchase(tx, businessId, request.reference ?? request.eventId);
  const account = [money.account, ...money.wallets.values()].find((one) => one?.id === purchase?.accountId);
  const accounts = await accountsByKind(tx, businessId);
  const networkId = accounts.get('network_clearing');
  // There is no purchase to increase; the network repeats the request without the reference.
  if (!card || !purchase || !account || networkId === undefined) return refusal('system');

  const posting = new Posting(
    ledgerOf(tx),
    {
      eventId: request.eventId,
      sides: { accountId: account.id, networkId },
      description: merchantOf(request).merchant,
      at: request.at,
    },
    { hold: await pendingOf(tx, purchase.hold), credit: null },
  );
  const available = Number(account.available);
  const facts = factsAlone(card, { pool: available, wallet: sourceOf(card) === 'WALLET' ? available : null });
  const versions = await versionsOf(tx, context.db, card.policyVersions);
  const asked = purchaseOf(request, Number(posting.held));
  const { decision, program, calendar } = decideBy(versions, asked, facts, card.timeZone);
  const milliseconds = Date.now() - received;
  const refused = purchase.isFinal || posting.held === 0n ? 'system' : null;
  const late = milliseconds > lanesOf(context.db).deadline ? 'issuer_timeout' : null;
  if (refused ?? late) Object.assign(decision, { outcome: 'DECLINED', code: refused ?? late, amount: 0 });
  if (decision.amount > 0) {
    apply(facts, asked, program, calendar, decision.amount);
    await writeWindows(tx, card, facts);
    const until = purchase.holdUntil ?? untilOf(card, request);
    await posting.holdExactly(posting.held + BigInt(decision.amount), 'AUTHORIZATION', until);
  }
  const stated: StatedEvent = {
    type: 'AUTHORIZATION_INCREMENTAL',
    amount: BigInt(request.amount),
    outcome: decision.outcome,
    held: posting.held,
    incoming: 0n,
    flags: [],
  };
  await write(tx, { card, request, purchase, posting, decision, stated, milliseconds });
  return { ...decision, transactionId: purchase.id };
}

function untilOf(card: CardRow, { presence, mcc, isEstimate = false, at }: AuthorizationRequest): Date {
  return new Date(holdOf({ network: card.network, presence, mcc, isEstimate }, holdDaysOf(card), at.getTime()).until);
}

async function decidedBefore(tx: Transaction<Schema>, request: AuthorizationRequest): Promise<Authorized | null> {
  const row = await tx
    .selectFrom('card_event')
    .select(['fingerprint', 'outcome', 'decline_code as code', 'approved', 'transaction_id as transactionId', 'trace'])
    .where('event_id', '=', request.eventId)
    .executeTakeFirst();
  if (!row) return null;
  if (row.fingerprint !== fingerprintOf(request) || row.outcome === null)
    return { ...refusal('event_id_reused'), again: true };
  const { outcome, code, transactionId } = row;
  const trace = row.trace ?? refusal('system').trace;
  return { outcome, code, amount: Number(row.approved ?? 0n), trace, transactionId, again: true };
}

async function openPurchase(tx: Transaction<Schema>, businessId: string, reference: string): Promise<Purchase | null> {
  const events = await tx
    .selectFrom('card_event')
    .select(['transaction_id as transactionId', 'type', 'amount', 'outcome', 'held', 'incoming', 'flags'])
    .where('reference', '=', reference)
    .where('business_id', '=', businessId)
    .orderBy('sequence')
    .execute();
  const [first] = events;
  if (!first) return null;
  const row = await tx
    .selectFrom('card_transaction')
    .select([
      'id',
      'account_id as accountId',
      'is_final as isFinal',
      'open_holds as openHolds',
      'hold_until as holdUntil',
      'requested',
    ])
    .where('id', '=', first.transactionId)
    .executeTakeFirstOrThrow();
  const { openHolds, ...purchase } = row;
  return { ...purchase, hold: openHolds[0], events };
}

async function write(
  tx: Transaction<Schema>,
  of: {
    card: CardRow;
    request: AuthorizationRequest;
    purchase: Purchase;
    posting: Posting;
    decision: Omit<Authorized, 'transactionId'>;
    stated: StatedEvent;
    milliseconds: number;
  },
): Promise<void> {
  const { card, request, purchase, posting, decision, stated, milliseconds } = of;
  await tx
    .insertInto('card_event')
    .values({
      event_id: request.eventId,
      reference: request.reference ?? request.eventId,
      transaction_id: purchase.id,
      type: 'AUTHORIZATION_INCREMENTAL',
      business_id: card.businessId,
      card_id: card.id,
      at: request.at,
      amount: stated.amount,
      currency: accountCurrency,
      merchant_amount: request.merchantAmount == null ? null : BigInt(request.merchantAmount),
      merchant_currency: request.merchantCurrency ?? null,
      fingerprint: fingerprintOf(request),
      outcome: decision.outcome,
      decline_code: decision.code,
      approved: BigInt(decision.amount),
      milliseconds,
      held: stated.held,
      raw: JSON.stringify(request.raw ?? request),
      trace: JSON.stringify(decision.trace),
    })
    .execute();
  const { status, amount, held } = stateOf([...purchase.events, stated]);
  await tx
    .updateTable('card_transaction')
    .set({ status, amount, held, open_holds: posting.hold ? [posting.hold.id] : [] })
    .where('id', '=', purchase.id)
    .execute();
}
