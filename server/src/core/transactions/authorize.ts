import { sql, type Transaction } from 'kysely';
import { factsAlone, holdDaysOf, sourceOf, type CardRow } from '../authorizations/facts.ts';
import { holdOf } from '../authorizations/hold-policy.ts';
import { decideBy, purchaseOf, refusal } from '../authorizations/decide-batch.ts';
import { lanesOf, type Lanes } from '../authorizations/lanes.ts';
import { confirmApproval } from '../authorizations/withdraw.ts';
import {
  accountCurrency,
  fingerprintOf,
  isPlausible,
  merchantOf,
  referenceOf,
  type AuthorizationRequest,
} from '../authorizations/request.ts';
import type { Context } from '../../context.ts';
import { isDatabaseAway } from '../../db/away.ts';
import { requireNoTransaction } from '../../db/in-transaction.ts';
import type { Schema } from '../../db/schema.ts';
import { inTransaction } from '../../db/transaction.ts';
import { lockMoney } from '../ledger/lock.ts';
import { apply } from '../policies/decide.ts';
import type { Facts } from '../policies/facts.ts';
import { eventsOfPurchase } from './apply-event.ts';
import { claimOf } from './claim.ts';
import { readCard, versionsOf, writeWindows } from './counters.ts';
import type { Authorized } from './event.ts';
import { accountsByKind, pendingOf, ledgerOf, Posting } from './posting.ts';
import { stateOf, type StatedEvent } from './status.ts';

/**
 * Decides a purchase that a merchant requests, reserves the approved amount, and stores the decision with its reasons.
 * A repeated request always gets the same answer. A request that is not decided within 1.5 seconds of its receipt is
 * declined (`issuer_timeout`). A request that cannot be read is declined (`system`) and not stored. While the database
 * is away or silent the answer is `system`. An approval that is stored all the same is withdrawn, unless a repeated
 * request finds it first.
 * @param received when the request arrived, epoch milliseconds of `Date.now()`; now by default
 */
export async function authorize(
  context: Pick<Context, 'db' | 'clock'>,
  request: AuthorizationRequest,
  received = Date.now(),
): Promise<Authorized> {
  requireNoTransaction();
  if (!isPlausible(request)) return refusal('system');
  const lanes = lanesOf(context.db);
  const waits = Math.max(Date.now(), received + lanes.deadline) + lanes.grace - Date.now();
  const answer = await within(decideOnce(context, lanes, request, received), waits);
  if (answer !== 'UNKNOWN') return answer;
  lanes.doubt(request, received, context.clock.now());
  return refusal('system');
}

/** The answer, or UNKNOWN if there is none after so many milliseconds or the database is away. */
async function within<A>(answering: Promise<A>, milliseconds: number): Promise<A | 'UNKNOWN'> {
  const { promise: silence, resolve } = Promise.withResolvers<'UNKNOWN'>();
  const timer = setTimeout(() => resolve('UNKNOWN'), milliseconds);
  const known = answering.catch((error: unknown) => {
    if (isDatabaseAway(error)) return 'UNKNOWN' as const;
    throw error;
  });
  return Promise.race([known, silence]).finally(() => clearTimeout(timer));
}

async function decideOnce(
  context: Pick<Context, 'db' | 'clock'>,
  lanes: Lanes,
  request: AuthorizationRequest,
  received: number,
): Promise<Authorized | 'UNKNOWN'> {
  const decided = request.isIncrement ? 'JOINS' : await lanes.decide(request, received);
  const answer = decided === 'JOINS' ? await claim(context, request, received) : decided;
  if (answer === 'UNKNOWN' || !answer.again || answer.outcome === 'DECLINED') return answer;
  return confirmApproval(context.db, request.eventId, answer, context.clock.now());
}

interface Purchase {
  id: string;
  accountId: string | null;
  isFinal: boolean;
  hold: string | undefined;
  credit: string | undefined;
  holdUntil: Date | null;
  events: StatedEvent[];
}

/**
 * Decides a request of a purchase that exists: an increase of its hold (a hotel's extra night, a longer ride), or an
 * authorization that its own advice has overtaken.
 */
async function claim(
  context: Pick<Context, 'db' | 'clock'>,
  request: AuthorizationRequest,
  received: number,
): Promise<Authorized> {
  const card = await readCard(context.db, request.cardId, context.clock.now());
  if (!card) return refusal('card_unknown');
  return inTransaction(context.db, (tx) => claimWithin(tx, context, card.businessId, request, received));
}

async function claimWithin(
  tx: Transaction<Schema>,
  context: Pick<Context, 'db' | 'clock'>,
  businessId: string,
  request: AuthorizationRequest,
  received: number,
): Promise<Authorized> {
  const { deadline, grace } = lanesOf(context.db);
  // PostgreSQL commits nothing after the answer.
  await sql`select set_config('transaction_timeout', ${String(deadline + grace)}, true)`.execute(tx);
  const money = await lockMoney(tx, businessId, [request.cardId]);
  const known = await decidedBefore(tx, request);
  if (known) return known;
  const card = await readCard(tx, request.cardId, context.clock.now());
  const purchase = await findPurchase(tx, businessId, referenceOf(request));
  const own = card && (sourceOf(card) === 'WALLET' ? money.wallets.get(card.id) : money.account);
  const accountId = purchase?.accountId ?? own?.id;
  const account = [money.account, ...money.wallets.values()].find((one) => one?.id === accountId);
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
    { hold: await pendingOf(tx, purchase.hold), credit: await pendingOf(tx, purchase.credit) },
  );
  const available = Number(account.available);
  const facts = factsAlone(card, { pool: available, wallet: sourceOf(card) === 'WALLET' ? available : null });
  const versions = await versionsOf(tx, context.db, card.policyVersions);
  const { refused, covered } = claimOf(purchase, request);
  const rest = { ...request, amount: request.amount - covered };
  const asked = purchaseOf(rest, Number(posting.held) + covered);
  const isCovered = covered > 0 && rest.amount === 0;
  const { decision, program, calendar } = decideBy(versions, asked, facts, card.timeZone);
  const milliseconds = Date.now() - received;
  const late = milliseconds > deadline ? 'issuer_timeout' : null;
  // The network has answered the merchant for us.
  if (isCovered) Object.assign(decision, { outcome: 'APPROVED', code: null, amount: 0 });
  const code = refused ?? request.failedCheck ?? late;
  if (code) Object.assign(decision, { outcome: 'DECLINED', code, amount: 0 });
  if (decision.amount > 0) {
    apply(facts, asked, program, calendar, decision.amount);
    await writeWindows(tx, card, facts);
    if (!asked.held) await writeUse(tx, card, facts);
    const until = purchase.holdUntil ?? holdFor(card, request).until;
    await posting.holdExactly(posting.held + BigInt(decision.amount), 'AUTHORIZATION', until);
  }
  if (decision.outcome !== 'DECLINED') decision.amount += covered;
  const stated: StatedEvent = {
    type: request.isIncrement ? 'AUTHORIZATION_INCREMENTAL' : 'AUTHORIZATION',
    amount: BigInt(request.amount),
    outcome: decision.outcome,
    held: posting.held,
    incoming: posting.incoming,
    flags: [],
  };
  await write(tx, { card, request, purchase, posting, decision, stated, milliseconds });
  return { ...decision, transactionId: purchase.id };
}

function holdFor(card: CardRow, { presence, mcc, isEstimate = false, at }: AuthorizationRequest) {
  const { until, reason } = holdOf(
    { network: card.network, presence, mcc, isEstimate },
    holdDaysOf(card),
    at.getTime(),
  );
  return { until: new Date(until), reason };
}

/** Writes the uses of a card and the merchant that it is locked to, after its first approval of a purchase. */
async function writeUse(tx: Transaction<Schema>, card: CardRow, { card: used }: Facts): Promise<void> {
  if (card.usesAtMost === null && card.merchantLock !== 'FIRST') return;
  await tx
    .updateTable('card')
    .set({ uses: used.uses, locked_merchant_id: used.lockedMerchantId, locked_merchant_name: used.lockedMerchantName })
    .where('id', '=', card.id)
    .execute();
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

async function findPurchase(tx: Transaction<Schema>, businessId: string, reference: string): Promise<Purchase | null> {
  const events = await eventsOfPurchase(tx, businessId, reference);
  const [first] = events;
  if (!first) return null;
  const { openHolds, openCredits, ...purchase } = await tx
    .selectFrom('card_transaction')
    .select(['id', 'account_id as accountId', 'is_final as isFinal', 'hold_until as holdUntil'])
    .select(['open_holds as openHolds', 'open_credits as openCredits'])
    .where('id', '=', first.transactionId)
    .executeTakeFirstOrThrow();
  return { ...purchase, hold: openHolds[0], credit: openCredits[0], events };
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
      reference: referenceOf(request),
      transaction_id: purchase.id,
      type: stated.type,
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
      incoming: stated.incoming,
      raw: JSON.stringify(request.raw ?? request),
      trace: JSON.stringify(decision.trace),
    })
    .execute();
  const { status, amount, held } = stateOf([...purchase.events, stated]);
  const begun = held > 0n && !purchase.holdUntil ? holdFor(card, request) : null;
  await tx
    .updateTable('card_transaction')
    .set({
      status,
      amount,
      held,
      open_holds: posting.hold ? [posting.hold.id] : [],
      ...(begun && { hold_until: begun.until, hold_reason: begun.reason }),
    })
    .where('id', '=', purchase.id)
    .execute();
}
