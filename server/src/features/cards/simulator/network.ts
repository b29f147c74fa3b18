import type { SimulatedAct, SimulatedKind, SimulatedMistake, SimulatorFault } from '@florin/contract/cards/simulator';
import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import type { ForCard, Intake } from '../../../core/processor-intake/intake.ts';
import { afterSeconds } from '../../../core/time.ts';
import { expireHolds } from '../../../core/transactions/expire-holds.ts';
import { newId } from '../../../db/ids.ts';
import type { ProcessorDecision } from '../../../ports/card-processor/card-processor.ts';
import type { IncomingEvent, IncomingRequest } from '../../../ports/card-processor/incoming.ts';
import type { Presence } from '@florin/contract/cards/transaction-states';
import { inDollars, merchantById } from '../../../ports/card-processor/simulator/merchants.ts';
import { beginnings, offerFor, type PurchaseState, type Step } from './acts.ts';
import { findPurchase, readFaults, type PurchaseRow } from './queries.ts';

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

const currency = 'USD';

/**
 * Buys something. The network asks for a decision where the kind needs one; what settles at once is settled. Repeating an
 * id buys nothing twice.
 * @throws RangeError for a merchant that does not exist
 */
export async function buy(network: Network, wanted: NewPurchase): Promise<TerminalAnswer> {
  const { context } = network;
  const merchant = merchantById(wanted.merchantId);
  if (!merchant) throw new RangeError('no such merchant');
  const now = context.clock.now();
  const beginning = beginnings[wanted.kind];
  const isCheck = wanted.kind === 'ACCOUNT_CHECK' || wanted.kind === 'BALANCE_INQUIRY';
  const charged = isCheck ? 0 : wanted.amount;
  const amount = inDollars(charged, merchant.currency);
  const inserted = await context.db
    .insertInto('simulator_purchase')
    .values({
      id: wanted.id,
      business_id: wanted.businessId,
      card_id: wanted.cardId,
      merchant_id: merchant.id,
      kind: wanted.kind,
      presence: wanted.presence ?? merchant.presence,
      merchant_currency: merchant.currency,
      requested: BigInt(amount),
      status: 'OPEN',
      decline_code: null,
      hold_until: null,
      renews_at: null,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  const purchase = await findPurchase(context.db, wanted.id);
  if (!inserted || !purchase) return { decision: null };
  const faults = await readFaults(context.db);
  if (beginning.asks)
    return ask(network, purchase, {
      faults,
      amount,
      isIncrement: false,
      partialOk: wanted.partialOk,
      mistake: wanted.mistake ?? null,
    });

  const isPaidBack = beginning.type === 'RETURN';
  const settles = beginning.settles === 'no' ? 0 : isPaidBack ? -amount : amount;
  const isSettled = beginning.settles === 'atOnce' || isCheck;
  await tell(network, purchase, faults, {
    type: beginning.type,
    amount,
    isFinal: true,
    settles,
    after: {
      status: isSettled ? 'SETTLED' : 'OPEN',
      ...(isSettled && (isPaidBack ? { refunded: amount } : { captured: amount })),
    },
  });
  return { decision: null };
}

/**
 * Lets something happen to a purchase.
 * @returns null if its state or the amount does not allow it
 */
export async function act(
  network: Network,
  purchase: PurchaseRow,
  name: SimulatedAct,
  wantedAmount: number | undefined,
): Promise<TerminalAnswer | null> {
  const found = offerFor(stateOfRow(purchase), name, wantedAmount);
  if (!found) return null;
  const { offer, amount } = found;
  const { context } = network;
  const faults = await readFaults(context.db);
  if (offer.step) {
    const { after, ...step } = offer.step(amount);
    if (!(await change(network, purchase, after))) return null;
    await send(network, purchase, faults, step);
    return { decision: null };
  }
  if (!(await change(network, purchase, {}))) return null;
  if (name === 'INCREMENT') return ask(network, purchase, { faults, amount, isIncrement: true, partialOk: false });
  await context.db.updateTable('simulator_purchase').set({ renews_at: null }).where('id', '=', purchase.id).execute();
  return name === 'RENEW' ? renew(network, purchase) : { decision: null };
}

/** Charges a subscription again: a purchase of its own. */
export function renew(network: Network, { businessId, cardId, merchantId, presence, requested }: PurchaseRow) {
  const merchant = merchantById(merchantId)!;
  // The row has dollars; the merchant charges its own currency.
  const amount = Math.round((requested * 100) / inDollars(100, merchant.currency));
  return buy(network, {
    id: newId(network.context.clock.now().getTime()),
    businessId,
    cardId,
    merchantId,
    kind: 'SUBSCRIPTION',
    amount,
    presence,
    partialOk: false,
  });
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

interface Question {
  faults: readonly SimulatorFault[];
  amount: number;
  isIncrement: boolean;
  partialOk: boolean;
  mistake?: SimulatedMistake | null;
}

/** Asks the product to decide, and does with the purchase what the answer says. */
async function ask(network: Network, purchase: PurchaseRow, question: Question): Promise<TerminalAnswer> {
  const { faults, amount, isIncrement, partialOk } = question;
  const { context, intake } = network;
  if (faults.includes('OUT_OF_ORDER')) {
    await standIn(network, purchase, question);
    return { decision: null };
  }
  const now = context.clock.now();
  const request: ForCard<IncomingRequest> = {
    ...messageOf(purchase, now),
    eventId: isIncrement ? newId(now.getTime()) : purchase.id,
    amount,
    ...foreign(purchase, amount),
    isIncrement,
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
  const held = (isIncrement ? purchase.held : 0) + decision.amount;
  await write(network, purchase, {
    held,
    ...(!isIncrement && { status: isApproved ? 'OPEN' : 'DECLINED', declineCode: decision.code }),
  });
  if (isApproved && !isIncrement) await settleAtOnce(network, { ...purchase, held, status: 'OPEN' }, faults);
  return { decision };
}

/** What a mistake makes of a request. */
async function wrong(
  { context: { db, clock } }: Network,
  { cardId }: PurchaseRow,
  { amount, mistake = null }: Question,
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

/** A PIN purchase, a withdrawal and a subscription settle with their approval; a check has nothing to settle. */
async function settleAtOnce(network: Network, purchase: PurchaseRow, faults: readonly SimulatorFault[]): Promise<void> {
  if (purchase.kind === 'ACCOUNT_CHECK') return write(network, purchase, { status: 'SETTLED' });
  if (beginnings[purchase.kind].settles === 'no') return;
  const { held } = purchase;
  await tell(network, purchase, faults, {
    // With a PIN, decision and settlement are one message.
    type: purchase.kind === 'SUBSCRIPTION' ? 'CLEARING' : 'FINANCIAL_AUTHORIZATION',
    amount: held,
    isFinal: true,
    settles: held,
    after: { status: 'SETTLED', held: 0, captured: held },
  });
  if (purchase.kind === 'SUBSCRIPTION')
    await network.context.db
      .updateTable('simulator_purchase')
      .set({ renews_at: sql<Date>`created_at + interval '1 month'` })
      .where('id', '=', purchase.id)
      .execute();
}

/**
 * The network answers the merchant by itself, and reports it later: a settlement can be there before it.
 */
async function standIn(network: Network, purchase: PurchaseRow, { amount, isIncrement }: Question): Promise<void> {
  const held = isIncrement ? purchase.held + amount : amount;
  await queue(
    network,
    purchase,
    { type: 'AUTHORIZATION_ADVICE', amount: held, holdAfter: held, settles: 0 },
    overtakenSeconds,
  );
  await write(network, purchase, { held, status: 'OPEN' });
}

/** Nobody heard the answer: the merchant has nothing, and the network takes an approval back. */
async function takeBack(
  network: Network,
  purchase: PurchaseRow,
  { decision, isIncrement }: { decision: ProcessorDecision; isIncrement: boolean },
): Promise<void> {
  if (decision.outcome !== 'DECLINED') {
    const holdAfter = isIncrement ? purchase.held : 0;
    const amount = decision.amount;
    await queue(network, purchase, { type: 'AUTHORIZATION_REVERSAL', amount, holdAfter, settles: 0 }, silenceSeconds);
  }
  if (!isIncrement) await write(network, purchase, { status: 'NO_ANSWER' });
}

/** Sends an event, and writes down how the purchase stands after it. */
async function tell(
  network: Network,
  purchase: PurchaseRow,
  faults: readonly SimulatorFault[],
  { after, ...step }: Step,
): Promise<void> {
  await write(network, purchase, after);
  await send(network, purchase, faults, step);
}

async function send(
  network: Network,
  purchase: PurchaseRow,
  faults: readonly SimulatorFault[],
  step: Omit<Step, 'after'>,
): Promise<void> {
  if (faults.includes('NONSENSE'))
    await logNonsense(network, purchase, messageOf(purchase, network.context.clock.now()));
  const late = faults.includes('LATE');
  const id = await queue(network, purchase, step, late ? lateSeconds : 0);
  if (!late) await deliver(network, id);
  // What waited to be overtaken has been.
  for (const waiting of await waitingOf(network, purchase.id)) if (!late) await deliver(network, waiting);
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

/** Writes down a message that is due in so many seconds. */
async function queue(
  { context }: Network,
  purchase: PurchaseRow,
  { settles, ...step }: Omit<Step, 'after'>,
  seconds: number,
): Promise<string> {
  const now = context.clock.now();
  const id = newId(now.getTime());
  const event: ForCard<IncomingEvent> = {
    ...messageOf(purchase, now),
    eventId: id,
    ...step,
    ...foreign(purchase, step.amount),
  };
  await context.db
    .insertInto('simulator_message')
    .values({
      id,
      purchase_id: purchase.id,
      business_id: purchase.businessId,
      type: step.type,
      amount: BigInt(step.amount),
      settles: settles === 0 ? null : BigInt(settles),
      message: JSON.stringify(event),
      at: now,
      due_at: afterSeconds(now, seconds),
      delivered_at: null,
      answer: null,
      milliseconds: null,
    })
    .execute();
  if (seconds > 0)
    await sql`select graphile_worker.add_job('simulated_messages', job_key := 'simulated_messages',
      job_key_mode := 'unsafe_dedupe', run_at := now() + ${seconds} * interval '1 second')`.execute(context.db);
  return id;
}

/** Delivers a message once; twice where the fault says so. */
async function deliver({ context, intake }: Network, id: string): Promise<void> {
  const row = await context.db
    .updateTable('simulator_message')
    .set({ delivered_at: context.clock.now() })
    .where('id', '=', id)
    .where('delivered_at', 'is', null)
    .returning(['message'])
    .executeTakeFirst();
  if (!row) return;
  const sent = row.message as ForCard<IncomingEvent>;
  const event = { ...sent, at: new Date(sent.at) };
  const times = (await readFaults(context.db)).includes('TWICE') ? 2 : 1;
  for (let time = 1; time <= times; time += 1) {
    const began = performance.now();
    const result = await intake.applyEvent(context, event, sent);
    const answer = time === 2 && result === 'REPEATED' ? 'SAME_ANSWER' : result;
    await context.db
      .updateTable('simulator_message')
      .set({ answer, milliseconds: Math.round(performance.now() - began) })
      .where('id', '=', id)
      .execute();
  }
}

/**
 * Lets everything happen that is due by the product's clock: messages arrive, the oldest first, holds whose time is over are
 * released, and subscriptions are charged.
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
  const renewing = await context.db
    .updateTable('simulator_purchase')
    .set({ renews_at: null })
    .where('renews_at', '<=', context.clock.now())
    .returning('id')
    .execute();
  for (const { id } of renewing) {
    const purchase = await findPurchase(context.db, id);
    if (purchase) await renew(network, purchase);
  }
}

type Sent = Omit<ForCard<IncomingEvent>, 'type' | 'amount'>;

const messageOf = (purchase: PurchaseRow, at: Date): Sent => {
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
const foreign = ({ merchantCurrency }: PurchaseRow, amount: number) =>
  merchantCurrency === currency
    ? {}
    : { merchantCurrency, merchantAmount: Math.round((amount * 100) / inDollars(100, merchantCurrency)) };

/** A broken copy of a message: the product refuses it, and takes the whole one after it. */
async function logNonsense(network: Network, purchase: PurchaseRow, message: Sent): Promise<void> {
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
};

const update = ({ context }: Network, id: string, { status, held, captured, refunded, declineCode }: After) =>
  context.db
    .updateTable('simulator_purchase')
    .set({
      updated_at: context.clock.now(),
      ...(status !== undefined && { status }),
      ...(held !== undefined && { held: BigInt(held) }),
      ...(captured !== undefined && { captured: BigInt(captured) }),
      ...(refunded !== undefined && { refunded: BigInt(refunded) }),
      ...(declineCode !== undefined && { decline_code: declineCode }),
    })
    .where('id', '=', id);

async function write(network: Network, { id }: PurchaseRow, after: After): Promise<void> {
  await update(network, id, after).execute();
}

/** Writes what an act changes, if nothing has changed since the purchase was read: of two acts at once, one happens. */
async function change(network: Network, { id, updatedAt }: PurchaseRow, after: After): Promise<boolean> {
  const changed = await update(network, id, after).where('updated_at', '=', updatedAt).returning('id').execute();
  return changed.length > 0;
}
