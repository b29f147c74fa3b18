import type { SimulatedAct, SimulatedKind, SimulatedMistake, SimulatorFault } from '@florin/contract/cards/simulator';
import type { DeclineCode } from '@florin/contract/cards/decline-codes';
import { sql, type Transaction } from 'kysely';
import type { Context } from '../../../context.ts';
import type { ForCard, Intake } from '../../../core/processor-intake/intake.ts';
import { afterSeconds } from '../../../core/time.ts';
import { expireHolds } from '../../../core/transactions/expire-holds.ts';
import { newId } from '../../../db/ids.ts';
import type { Database } from '../../../db/open.ts';
import type { SimulatedRequest } from '../../../db/processor-schema.ts';
import type { Schema } from '../../../db/schema.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { ProcessorDecision } from '../../../ports/card-processor/card-processor.ts';
import type { IncomingEvent, IncomingRequest } from '../../../ports/card-processor/incoming.ts';
import type { Presence } from '@florin/contract/cards/transaction-states';
import { inDollars, inMerchantCurrency, merchantById } from '../../../ports/card-processor/simulator/merchants.ts';
import { beginnings, offerFor, type PurchaseState, type Step } from './acts.ts';
import { askedOf, findPurchase, readFaults, type PurchaseRow } from './queries.ts';

/** The simulated network: what it needs of the product, and how its messages get in. */
export interface Network {
  context: Context;
  intake: Intake;
}

interface NewPurchase {
  id: string;
  businessId: string;
  cardId: string;
  merchantId: string;
  kind: SimulatedKind;
  /** Minor units of the merchant's currency. */
  amount: number;
  presence?: Presence | undefined;
  partialOk: boolean;
  /** What is wrong with the request. */
  mistake?: SimulatedMistake | null;
}

/** What the terminal shows: null where nobody was asked, or no answer was heard. */
export interface TerminalAnswer {
  decision: ProcessorDecision | null;
}

/** How late a late event is, in seconds; and how long the network waits for an answer. */
const lateSeconds = 40;
const silenceSeconds = 2;
/** When a message that waits to be overtaken is sent after all. */
const overtakenSeconds = 60;

/** After this long, an act that is not done was interrupted. */
const interruptedSeconds = 10;

/** The program that messages name by mistake. */
const otherProgram = '00000000-0000-0000-0000-000000000000';

const currency = 'USD';

const isCheck = (kind: SimulatedKind) => kind === 'ACCOUNT_CHECK' || kind === 'BALANCE_INQUIRY';

/**
 * Buys something. The network asks for a decision where the kind needs one; what settles at once is settled. Repeating an
 * id buys nothing twice: it finishes a purchase that a crash has interrupted, and otherwise has the first answer.
 * @throws RangeError for a merchant that does not exist
 */
export async function buy(network: Network, wanted: NewPurchase): Promise<TerminalAnswer> {
  const { context } = network;
  const merchant = merchantById(wanted.merchantId);
  if (!merchant) throw new RangeError('no such merchant');
  const now = context.clock.now();
  const { id, businessId, cardId, kind, presence = merchant.presence, partialOk, mistake = null } = wanted;
  const { id: merchantId, currency: merchantCurrency } = merchant;
  const asked = isCheck(kind) ? 0 : wanted.amount;
  const requested = inDollars(asked, merchantCurrency);
  const begun = { id, businessId, cardId, merchantId, kind, presence, merchantCurrency, requested, asked };
  await insert(context.db, now, begun, { partialOk, mistake })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  const purchase = await findPurchase(context.db, wanted.id);
  // The id of another card's purchase repeats nothing.
  if (purchase?.cardId !== wanted.cardId) return { decision: null };
  return purchase.isBegun ? { decision: await decisionOf(network, purchase) } : finish(network, purchase);
}

type BegunPurchase = Pick<
  PurchaseRow,
  'id' | 'businessId' | 'cardId' | 'merchantId' | 'kind' | 'presence' | 'merchantCurrency' | 'requested' | 'asked'
>;

/** A purchase that begins, with the request about it where its kind needs a decision. */
const insert = (
  db: Database,
  now: Date,
  { id, requested, asked, kind, ...of }: BegunPurchase,
  how: Pick<SimulatedRequest, 'partialOk' | 'mistake' | 'isRecurring'>,
) => {
  const asking: SimulatedRequest = { eventId: id, amount: requested, isIncrement: false, ...how };
  return db.insertInto('simulator_purchase').values({
    id,
    business_id: of.businessId,
    card_id: of.cardId,
    merchant_id: of.merchantId,
    kind,
    presence: of.presence,
    merchant_currency: of.merchantCurrency,
    requested: BigInt(requested),
    asked: asked === null ? null : BigInt(asked),
    status: 'OPEN',
    decline_code: null,
    hold_until: null,
    renews_at: null,
    created_at: now,
    updated_at: now,
    asking: beginnings[kind].asks ? JSON.stringify(asking) : null,
  });
};

/** Does what the network has begun with a purchase: asks for the decision, or reports what has happened. */
async function finish(network: Network, purchase: PurchaseRow): Promise<TerminalAnswer> {
  const faults = await readFaults(network.context.db);
  if (purchase.asking) return ask(network, purchase, purchase.asking, faults);
  const { requested, kind } = purchase;
  const beginning = beginnings[kind];
  const isPaidBack = beginning.type === 'RETURN';
  const settles = beginning.settles === 'no' ? 0 : isPaidBack ? -requested : requested;
  const isSettled = beginning.settles === 'atOnce' || isCheck(kind);
  const step: Omit<Step, 'after'> = { type: beginning.type, amount: requested, isFinal: true, settles };
  await advance(network, purchase, faults, {
    after: {
      status: isSettled ? 'SETTLED' : 'OPEN',
      ...(isSettled && (isPaidBack ? { refunded: requested } : { captured: requested })),
    },
    step,
  });
  return { decision: null };
}

/** What the network was answered when it asked about a purchase; null if it did not ask or hear the answer. */
async function decisionOf(
  { context }: Network,
  { id, status, declineCode }: PurchaseRow,
): Promise<ProcessorDecision | null> {
  if (status === 'NO_ANSWER') return null;
  if (status === 'DECLINED') return { outcome: 'DECLINED', code: declineCode as DeclineCode, amount: 0 };
  const row = await context.db
    .selectFrom('card_event')
    .select(['outcome', 'decline_code as code', 'approved'])
    .where('event_id', '=', id)
    .executeTakeFirst();
  return row?.outcome ? { outcome: row.outcome, code: row.code, amount: Number(row.approved ?? 0n) } : null;
}

/**
 * Lets something happen to a purchase, after what a crash has interrupted. Repeating an interrupted increase finishes it.
 * @returns null if its state or the amount does not allow it
 */
export async function act(
  network: Network,
  purchase: PurchaseRow,
  name: SimulatedAct,
  wantedAmount: number | undefined,
): Promise<TerminalAnswer | null> {
  const { context } = network;
  const { asking } = purchase;
  const found = offerFor(stateOfRow(purchase), name, wantedAmount);
  if (asking) {
    const answer = await finish(network, purchase);
    if (name === 'INCREMENT' && asking.isIncrement && found?.amount === asking.amount) return answer;
    const current = await findPurchase(context.db, purchase.id);
    return !current || current.asking ? null : act(network, current, name, wantedAmount);
  }
  if (!found) return null;
  const { offer, amount } = found;
  const faults = await readFaults(context.db);
  if (offer.step) {
    const { after, ...step } = offer.step(amount);
    return (await advance(network, purchase, faults, { after, step })) ? { decision: null } : null;
  }
  if (name === 'RENEW') return renew(network, purchase);
  const eventId = newId(context.clock.now().getTime());
  const more = { eventId, amount, isIncrement: true, partialOk: false, mistake: null };
  const after = name === 'INCREMENT' ? { asking: more } : { renews: false };
  if (!(await advance(network, purchase, [], { after }))) return null;
  return name === 'INCREMENT'
    ? ask(network, (await findPurchase(context.db, purchase.id))!, more, faults)
    : { decision: null };
}

/**
 * Charges a subscription again: a purchase of its own, which begins in the transaction that ends the waiting for it.
 * @returns null if something else has happened to the subscription
 */
async function renew(network: Network, subscription: PurchaseRow): Promise<TerminalAnswer | null> {
  const { context } = network;
  const now = context.clock.now();
  const id = newId(now.getTime());
  const isBegun = await inTransaction(context.db, async (tx) => {
    const changed = await update(tx, now, subscription, { renews: false }).returning('id').execute();
    if (changed.length > 0)
      await insert(tx, now, { ...subscription, id }, { partialOk: false, mistake: null, isRecurring: true }).execute();
    return changed.length > 0;
  });
  const purchase = isBegun ? await findPurchase(context.db, id) : undefined;
  return purchase ? finish(network, purchase) : null;
}

export const stateOfRow = (row: PurchaseRow): PurchaseState => ({
  kind: row.kind,
  status: row.status,
  requested: row.requested,
  held: row.held,
  captured: row.captured,
  refunded: row.refunded,
  renews: row.renewsAt !== null,
});

/** Asks the product to decide, and does with the purchase what the answer says. */
async function ask(
  network: Network,
  purchase: PurchaseRow,
  question: SimulatedRequest,
  faults: readonly SimulatorFault[],
): Promise<TerminalAnswer> {
  const { eventId, amount, isIncrement, partialOk } = question;
  const { context, intake } = network;
  if (faults.includes('OUT_OF_ORDER')) {
    await standIn(network, purchase, question);
    return { decision: null };
  }
  const now = context.clock.now();
  const request: ForCard<IncomingRequest> = {
    ...messageOf(purchase, now),
    eventId,
    amount,
    ...foreign(purchase, amount),
    isIncrement,
    ...(question.isRecurring && { isRecurring: true }),
    partialOk,
    isEstimate: beginnings[purchase.kind].isEstimate ?? false,
    ...(await wrong(network, purchase, question)),
  };
  if (faults.includes('NONSENSE')) await logNonsense(network, purchase, request);
  const type = isIncrement ? 'AUTHORIZATION_INCREMENTAL' : 'AUTHORIZATION';
  const decision = await timed(network, purchase, { type, message: request }, async () => {
    const answer = await intake.authorize(context, request);
    return { answer, words: answer.code ?? answer.outcome };
  });
  if (faults.includes('TWICE'))
    await timed(network, purchase, { type, message: request }, async () => {
      const again = await intake.authorize(context, request);
      const isSame = again.outcome === decision.outcome && again.amount === decision.amount;
      return { answer: again, words: isSame ? 'SAME_ANSWER' : 'ANOTHER_ANSWER' };
    });
  if (faults.includes('SILENT')) {
    await takeBack(network, purchase, { decision, isIncrement });
    return { decision: null };
  }
  const isApproved = decision.outcome !== 'DECLINED';
  // The product does not know what it has stored: the merchant sends the request again.
  if (decision.code === 'system' && !question.mistake && !isIncrement) return { decision };
  if (isIncrement) await advance(network, purchase, [], { after: { held: purchase.held + decision.amount } });
  else await advance(network, purchase, faults, isApproved ? approved(purchase, decision) : declined(decision));
  return { decision };
}

/** What a mistake makes of a request. */
async function wrong(
  { context: { db, clock } }: Network,
  { cardId }: PurchaseRow,
  { amount, mistake }: SimulatedRequest,
): Promise<Partial<ForCard<IncomingRequest>>> {
  switch (mistake) {
    case null:
      return {};
    case 'card_unknown':
      return { cardId: newId(clock.now().getTime()) };
    case 'system':
      // ISO 4217: no currency.
      return { currency: 'XXX' };
    case 'event_id_reused': {
      const earlier = await db
        .selectFrom('card_event')
        .select('event_id as eventId')
        .where('card_id', '=', cardId)
        .where('type', '=', 'AUTHORIZATION')
        .where('amount', '<>', BigInt(amount))
        .orderBy('at', 'desc')
        .limit(1)
        .executeTakeFirst();
      return earlier ?? {};
    }
    default:
      return { failedCheck: mistake };
  }
}

/** How a purchase stands, and what the network sends about it; `step` is missing where it sends nothing. */
interface Advance {
  after: After;
  step?: Omit<Step, 'after'>;
  /** When the message is sent; by default at once. */
  seconds?: number;
}

const declined = ({ code }: ProcessorDecision): Advance => ({ after: { status: 'DECLINED', declineCode: code } });

/** A PIN purchase, a withdrawal and a subscription settle with their approval; a check has nothing to settle. */
function approved({ kind }: PurchaseRow, { amount, code }: ProcessorDecision): Advance {
  if (kind === 'ACCOUNT_CHECK') return { after: { status: 'SETTLED', declineCode: code } };
  if (beginnings[kind].settles === 'no') return { after: { status: 'OPEN', held: amount, declineCode: code } };
  return {
    after: { status: 'SETTLED', captured: amount, declineCode: code, renews: kind === 'SUBSCRIPTION' },
    // With a PIN, decision and settlement are one message.
    step: {
      type: kind === 'SUBSCRIPTION' ? 'CLEARING' : 'FINANCIAL_AUTHORIZATION',
      amount,
      isFinal: true,
      settles: amount,
    },
  };
}

/**
 * The network answers the merchant by itself, and reports it later: a settlement can be there before it.
 */
async function standIn(
  network: Network,
  purchase: PurchaseRow,
  { amount, isIncrement }: SimulatedRequest,
): Promise<void> {
  const held = isIncrement ? purchase.held + amount : amount;
  await advance(network, purchase, [], {
    after: { held, status: 'OPEN' },
    step: { type: 'AUTHORIZATION_ADVICE', amount: held, holdAfter: held, settles: 0 },
    seconds: overtakenSeconds,
  });
}

/** Nobody heard the answer: the merchant has nothing, and the network takes an approval back. */
async function takeBack(
  network: Network,
  purchase: PurchaseRow,
  { decision, isIncrement }: { decision: ProcessorDecision; isIncrement: boolean },
): Promise<void> {
  const holdAfter = isIncrement ? purchase.held : 0;
  await advance(network, purchase, [], {
    after: isIncrement ? {} : { status: 'NO_ANSWER' },
    ...(decision.outcome !== 'DECLINED' && {
      step: { type: 'AUTHORIZATION_REVERSAL', amount: decision.amount, holdAfter, settles: 0 },
      seconds: silenceSeconds,
    }),
  });
}

/**
 * Writes down how a purchase stands, in one transaction with the message about it, and sends that. If the server is
 * killed before it is sent, the job sends it.
 * @returns false if something else has happened since the purchase was read: of two acts at once, one happens
 */
async function advance(
  network: Network,
  purchase: PurchaseRow,
  faults: readonly SimulatorFault[],
  { after, step, seconds = faults.includes('LATE') ? lateSeconds : 0 }: Advance,
): Promise<boolean> {
  const now = network.context.clock.now();
  if (step && faults.includes('NONSENSE')) await logNonsense(network, purchase, messageOf(purchase, now));
  const sent = step && messageFor(purchase, faults, step, now);
  const isChanged = await inTransaction(network.context.db, async (tx) => {
    const changed = await update(tx, now, purchase, after).returning('id').execute();
    if (changed.length > 0 && step && sent) await queue(tx, purchase, step, { message: sent, seconds });
    return changed.length > 0;
  });
  if (!isChanged || !sent || seconds > 0) return isChanged;
  await deliver(network, sent.eventId);
  // What waited to be overtaken has been.
  for (const waiting of await waitingOf(network, purchase.id)) await deliver(network, waiting);
  return true;
}

async function waitingOf({ context }: Network, purchaseId: string): Promise<string[]> {
  const rows = await context.db
    .selectFrom('simulator_message')
    .select('id')
    .where('purchase_id', '=', purchaseId)
    .where('delivered_at', 'is', null)
    .orderBy('due_at')
    .execute();
  return rows.map(({ id }) => id);
}

/** The event of a step, as it is sent. */
function messageFor(
  purchase: PurchaseRow,
  faults: readonly SimulatorFault[],
  { type, amount, isFinal, holdAfter }: Omit<Step, 'after'>,
  now: Date,
): ForCard<IncomingEvent> {
  return {
    ...messageOf(purchase, now),
    eventId: newId(now.getTime()),
    type,
    amount,
    ...(isFinal !== undefined && { isFinal }),
    ...(holdAfter !== undefined && { holdAfter }),
    ...foreign(purchase, amount),
    ...(faults.includes('OTHER_PROGRAM') && { programId: otherProgram }),
  };
}

/** Writes down a message that is due in so many seconds. */
async function queue(
  tx: Transaction<Schema>,
  { id: purchaseId, businessId }: PurchaseRow,
  { type, amount, settles }: Omit<Step, 'after'>,
  { message, seconds }: { message: ForCard<IncomingEvent>; seconds: number },
): Promise<void> {
  await tx
    .insertInto('simulator_message')
    .values({
      id: message.eventId,
      purchase_id: purchaseId,
      business_id: businessId,
      type,
      amount: BigInt(amount),
      settles: settles === 0 ? null : BigInt(settles),
      message: JSON.stringify(message),
      at: message.at,
      due_at: afterSeconds(message.at, seconds),
      delivered_at: null,
      answer: null,
      milliseconds: null,
    })
    .execute();
  if (seconds > 0)
    await sql`select graphile_worker.add_job('simulated_messages', job_key := 'simulated_messages',
      job_key_mode := 'unsafe_dedupe', run_at := now() + ${seconds} * interval '1 second')`.execute(tx);
}

/**
 * Delivers a message, twice where the fault says so. It counts as delivered after that: the product applies an event
 * once, however often it comes.
 */
async function deliver({ context, intake }: Network, id: string): Promise<void> {
  const waiting = context.db
    .selectFrom('simulator_message')
    .select('message')
    .where('id', '=', id)
    .where('delivered_at', 'is', null);
  const row = await waiting.executeTakeFirst();
  if (!row) return;
  const sent = row.message as ForCard<IncomingEvent>;
  const event = { ...sent, at: new Date(sent.at) };
  const began = performance.now();
  let answer: string = await intake.applyEvent(context, event, sent);
  if ((await readFaults(context.db)).includes('TWICE')) {
    const again = await intake.applyEvent(context, event, sent);
    answer = again === 'REPEATED' ? 'SAME_ANSWER' : again;
  }
  await context.db
    .updateTable('simulator_message')
    .set({ delivered_at: context.clock.now(), answer, milliseconds: Math.round(performance.now() - began) })
    .where('id', '=', id)
    .where('delivered_at', 'is', null)
    .execute();
}

/**
 * Lets everything happen that is due by the product's clock: messages arrive, the oldest first, holds whose time is over are
 * released, subscriptions are charged, and what a crash has interrupted is finished.
 */
export async function deliverDue(network: Network): Promise<void> {
  const { context } = network;
  const due = await context.db
    .selectFrom('simulator_message')
    .select('id')
    .where('delivered_at', 'is', null)
    .where('due_at', '<=', context.clock.now())
    .orderBy('due_at')
    .orderBy('id')
    .execute();
  for (const { id } of due) await deliver(network, id);
  await expireHolds(context);
  const now = context.clock.now();
  const purchases = context.db.selectFrom('simulator_purchase').select('id').orderBy('created_at');
  const renewing = await purchases.where('renews_at', '<=', now).execute();
  for (const { id } of renewing) {
    const purchase = await findPurchase(context.db, id);
    if (purchase) await renew(network, purchase);
  }
  const interrupted = await purchases
    .where((eb) => eb.or([eb('begun', '=', false), eb('asking', 'is not', null)]))
    .where('updated_at', '<', afterSeconds(now, -interruptedSeconds))
    .execute();
  for (const { id } of interrupted) {
    const purchase = await findPurchase(context.db, id);
    if (purchase && (purchase.asking || !purchase.isBegun)) await finish(network, purchase);
  }
}

type EventBase = Omit<ForCard<IncomingEvent>, 'type' | 'amount'>;

const messageOf = (purchase: PurchaseRow, at: Date): EventBase => {
  const { mcc, name, city, state, country } = merchantById(purchase.merchantId)!;
  return {
    eventId: purchase.id,
    transactionId: purchase.id,
    cardId: purchase.cardId,
    currency,
    mcc,
    merchantId: purchase.merchantId,
    merchant: name,
    city,
    ...(state !== null && { state }),
    country,
    presence: purchase.presence,
    at,
  };
};

/** What the merchant charged in its own currency. */
const foreign = (purchase: PurchaseRow, amount: number) => {
  const { merchantCurrency, requested } = purchase;
  if (merchantCurrency === currency) return {};
  const merchantAmount = amount === requested ? askedOf(purchase) : inMerchantCurrency(amount, merchantCurrency);
  return { merchantCurrency, merchantAmount };
};

/** A broken copy of a message: the product refuses it, and takes the whole one after it. */
async function logNonsense(network: Network, purchase: PurchaseRow, message: EventBase): Promise<void> {
  const { context, intake } = network;
  const at = context.clock.now();
  const broken = {
    ...message,
    eventId: newId(at.getTime()),
    type: 'CLEARING',
    amount: -1.5,
    mcc: Number.NaN,
    country: '??',
  };
  await timed(network, purchase, { type: 'NONSENSE', message: { ...broken, amount: 0 } }, async () => {
    const event = broken as ForCard<IncomingEvent>;
    return { answer: null, words: await intake.applyEvent(context, event, broken) };
  });
}

/** Runs an exchange with the product and writes it into the log. */
async function timed<T>(
  { context }: Network,
  { id: purchaseId, businessId }: PurchaseRow,
  { type, message }: { type: string; message: object & { amount: number } },
  run: () => Promise<{ answer: T; words: string }>,
): Promise<T> {
  const at = context.clock.now();
  const began = performance.now();
  const { answer, words } = await run();
  await context.db
    .insertInto('simulator_message')
    .values({
      id: newId(at.getTime()),
      purchase_id: purchaseId,
      business_id: businessId,
      type,
      amount: BigInt(message.amount),
      settles: null,
      message: JSON.stringify(message),
      at,
      due_at: at,
      delivered_at: at,
      answer: words,
      milliseconds: Math.round(performance.now() - began),
    })
    .execute();
  return answer;
}

type After = Partial<Pick<PurchaseState, 'status' | 'held' | 'captured' | 'refunded'>> & {
  declineCode?: string | null;
  /** It is charged again in a month, or not any more. */
  renews?: boolean;
  /** The request that is sent next. */
  asking?: SimulatedRequest;
};

/** Writes how a purchase stands, if nothing has changed since it was read. */
const update = (db: Database, now: Date, { id, updatedAt }: PurchaseRow, after: After) => {
  const { status, held, captured, refunded, declineCode, renews, asking } = after;
  return db
    .updateTable('simulator_purchase')
    .set({
      updated_at: now,
      begun: true,
      asking: asking ? JSON.stringify(asking) : null,
      ...(status !== undefined && { status }),
      ...(held !== undefined && { held: BigInt(held) }),
      ...(captured !== undefined && { captured: BigInt(captured) }),
      ...(refunded !== undefined && { refunded: BigInt(refunded) }),
      ...(declineCode !== undefined && { decline_code: declineCode }),
      ...(renews !== undefined && { renews_at: renews ? sql<Date>`created_at + interval '1 month'` : null }),
    })
    .where('id', '=', id)
    .where('updated_at', '=', updatedAt);
};
