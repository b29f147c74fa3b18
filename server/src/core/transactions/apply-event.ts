import type { EventFlag } from '@florin/contract/cards/transaction-states';
import type { Insertable, Transaction, Updateable } from 'kysely';
import { holdDaysOf, sourceOf, type CardRow } from '../authorizations/facts.ts';
import { holdOf } from '../authorizations/hold-policy.ts';
import { accountCurrency, isPlausible, merchantOf } from '../authorizations/request.ts';
import type { Context } from '../../context.ts';
import { newId } from '../../db/ids.ts';
import type { Schema } from '../../db/schema.ts';
import { inTransaction } from '../../db/transaction.ts';
import { closeAfterCapture } from '../cards/jobs.ts';
import { lockMoney } from '../ledger/lock.ts';
import { ofOnePurchase } from './claim.ts';
import { moveCounters, readCard } from './counters.ts';
import type { AppliedEvent, CardEvent } from './event.ts';
import { agreedFees, feesOf } from './fees.ts';
import { accountsByKind, ledgerOf, pendingOf, Posting, type LedgerCommands, type Pending } from './posting.ts';
import { stateOf, type StatedEvent } from './status.ts';
import { suspend, suspendedBefore, suspendUnknown, whySuspended } from './suspense.ts';

type Tx = Transaction<Schema>;
type Services = Pick<Context, 'db' | 'clock' | 'keys' | 'cardProcessor'>;

const ignored: AppliedEvent = { outcome: 'IGNORED', transactionId: null, flags: [] };

/** The longest id of an event, so that the ids of its fees fit. */
const eventIdAtMost = 150;

/**
 * Applies an event that a processor reports about a purchase: once, in whatever order its messages come. The ledger,
 * the counters of limits, the transaction that lists show and the event itself are written in one transaction.
 */
export async function applyEvent(context: Services, event: CardEvent): Promise<AppliedEvent> {
  if (!isPlausible(event) || event.eventId.length > eventIdAtMost) return ignored;
  const card = await context.db
    .selectFrom('card')
    .innerJoin('business', 'business.id', 'card.business_id')
    .select(['business.id as businessId', 'business.program_id as programId'])
    .where('card.id', '=', event.cardId)
    .executeTakeFirst();
  if (!card) return suspendUnknown(context, event, 'UNKNOWN_CARD');
  if (event.programId !== undefined && event.programId !== card.programId)
    return suspendUnknown(context, event, 'OTHER_PROGRAM');
  return inTransaction(context.db, (tx) => applyWithin(tx, context, card.businessId, event));
}

/** Where an event is written: at once, or with many others (apply-many.ts). */
export interface EventStore {
  ledger: LedgerCommands;
  pendingOf(id: string | undefined): Promise<Pending | null>;
  /** What an account has available, after the commands so far. */
  availableOf(accountId: string): Promise<bigint>;
  insertTransaction(row: Insertable<Schema['card_transaction']>): Promise<unknown>;
  updateTransaction(id: string, state: Updateable<Schema['card_transaction']>): Promise<unknown>;
  insertEvent(row: Insertable<Schema['card_event']>): Promise<unknown>;
  addFees(transactionId: string, total: bigint): Promise<unknown>;
  moveCounters(of: { card: CardRow; mcc: number; at: Date }, amount: number, purchases: number): Promise<void>;
  closeAfterCapture(cardId: string): Promise<void>;
}

/** Writes into the database at once. */
const storeOf = (tx: Tx, context: Services): EventStore => ({
  ledger: ledgerOf(tx),
  pendingOf: (id) => pendingOf(tx, id),
  availableOf: async (id) => {
    const account = tx.selectFrom('financial_account').select('available_balance as available').where('id', '=', id);
    return (await account.executeTakeFirstOrThrow()).available;
  },
  insertTransaction: (row) => tx.insertInto('card_transaction').values(row).execute(),
  updateTransaction: (id, state) => tx.updateTable('card_transaction').set(state).where('id', '=', id).execute(),
  insertEvent: (row) => tx.insertInto('card_event').values(row).execute(),
  addFees: (transactionId, total) =>
    tx
      .updateTable('card_transaction')
      .set((eb) => ({ fees: eb('fees', '+', total) }))
      .where('id', '=', transactionId)
      .execute(),
  moveCounters: (of, amount, purchases) => moveCounters(tx, { ...of, owner: context.db }, amount, purchases),
  closeAfterCapture: (cardId) => closeAfterCapture(tx, context, cardId),
});

/** What is known of a purchase when an event of it comes. */
export interface Known {
  id: string;
  accountId: string | null;
  at: Date;
  holdId: string | undefined;
  creditId: string | undefined;
  isFinal: boolean;
  holdUntil: Date | null;
  mcc: number;
  country: string;
  state: string | null;
  merchantCurrency: string | null;
  events: StatedEvent[];
}

/**
 * The fingerprint of an event, which a repeated event shares. The same id with another fingerprint is a different
 * event.
 */
const fingerprintOf = ({ type, cardId, reference, amount, currency }: CardEvent): string =>
  [type, cardId, reference, amount, currency].join('|');

/**
 * The same within the caller's transaction.
 * @param from the account that represents the network; an operator uses suspense to resolve an item
 */
export async function applyWithin(
  tx: Tx,
  context: Services,
  businessId: string,
  event: CardEvent,
  from: 'network_clearing' | 'suspense_unmatched' = 'network_clearing',
): Promise<AppliedEvent> {
  const money = await lockMoney(tx, businessId, [event.cardId]);
  const before = await findEvent(tx, event);
  if (before) return before;
  const card = await readCard(tx, event.cardId, context.clock.now());
  if (!card) return ignored;
  const known = await findPurchase(tx, businessId, event.reference);
  const own = sourceOf(card) === 'WALLET' ? money.wallets.get(card.id) : money.account;
  const accountId = known?.accountId ?? own?.id ?? null;
  const accounts = await accountsByKind(tx, businessId);
  const reason = from === 'network_clearing' ? whySuspended(event, card, known, accountId) : null;
  if (reason) return suspend(tx, context, { event, card, accounts, reason });
  return new Application(storeOf(tx, context), { event, card, known, accountId, accounts, from }).run();
}

/** The answer to an event that was received before; null for a new one. */
async function findEvent(tx: Tx, event: CardEvent): Promise<AppliedEvent | null> {
  const row = await tx
    .selectFrom('card_event')
    .select(['fingerprint', 'transaction_id as transactionId', 'flags', 'type'])
    .where('event_id', '=', event.eventId)
    .executeTakeFirst();
  if (!row) return suspendedBefore(tx, event.eventId);
  const isSame = row.fingerprint === fingerprintOf(event);
  return { outcome: isSame ? 'REPEATED' : 'REUSED', transactionId: row.transactionId, flags: row.flags };
}

/** The events of a purchase, in the order of their arrival; none if nothing of it was received. */
export async function eventsOfPurchase(
  tx: Tx,
  businessId: string,
  reference: string,
): Promise<(StatedEvent & { transactionId: string })[]> {
  const events = await tx
    .selectFrom('card_event')
    .select(['transaction_id as transactionId', 'type', 'amount', 'outcome', 'held', 'incoming', 'flags'])
    .where('reference', '=', reference)
    .where('business_id', '=', businessId)
    .orderBy('sequence')
    .execute();
  return ofOnePurchase(events);
}

async function findPurchase(tx: Tx, businessId: string, reference: string): Promise<Known | null> {
  const events = await eventsOfPurchase(tx, businessId, reference);
  const [first] = events;
  if (!first) return null;
  const { openHolds, openCredits, ...row } = await tx
    .selectFrom('card_transaction')
    .select([
      'id',
      'account_id as accountId',
      'at',
      'open_holds as openHolds',
      'open_credits as openCredits',
      'is_final as isFinal',
      'hold_until as holdUntil',
      'mcc',
      'country',
      'state',
      'merchant_currency as merchantCurrency',
    ])
    .where('id', '=', first.transactionId)
    .executeTakeFirstOrThrow();
  return { ...row, events, holdId: openHolds[0], creditId: openCredits[0] };
}

export interface Circumstances {
  event: CardEvent;
  card: CardRow;
  known: Known | null;
  accountId: string | null;
  accounts: ReadonlyMap<string, string>;
  from: 'network_clearing' | 'suspense_unmatched';
}

const counted = (events: readonly StatedEvent[]): bigint => {
  const { held, settled, returned } = stateOf(events);
  const costs = held + settled - returned;
  return costs > 0n ? costs : 0n;
};
/** A purchase counts as a use while part of it is on hold or was settled. */
const isCounted = (events: readonly StatedEvent[]): boolean => {
  const { held, settled } = stateOf(events);
  return held > 0n || settled > 0n;
};

/** One event, being applied to one purchase, while the accounts of its business are locked. */
export class Application {
  readonly #store: EventStore;
  readonly #of: Circumstances;
  readonly #flags = new Set<EventFlag>();
  #isFinal: boolean;
  #holdUntil: Date | null;
  #holdReason: 'STANDARD' | 'ESTIMATE' | 'LODGING' | 'CAR_RENTAL' | null = null;

  constructor(store: EventStore, of: Circumstances) {
    this.#store = store;
    this.#of = of;
    this.#isFinal = of.known?.isFinal ?? false;
    this.#holdUntil = of.known?.holdUntil ?? null;
  }

  async run(): Promise<AppliedEvent> {
    const { event, card, known, accountId } = this.#of;
    const transactionId = known?.id ?? newId(event.at.getTime());
    // A copy: a store may add to what is known.
    const earlier = [...(known?.events ?? [])];
    const posting = await this.#posting();
    const isDeclined = await this.#move(posting);
    if (posting.change < 0n && accountId !== null && (await this.#store.availableOf(accountId)) < 0n)
      this.#flags.add('OVERDRAWN');
    const stated: StatedEvent = {
      type: event.type,
      amount: BigInt(event.amount),
      outcome: isDeclined ? 'DECLINED' : null,
      held: posting.held,
      incoming: posting.incoming,
      flags: [...this.#flags],
    };
    const later = [...earlier, stated];
    await this.#writeTransaction(transactionId, later, posting);
    await this.#writeEvent(transactionId, stated);
    await this.#chargeFees(transactionId, posting, isDeclined);
    await this.#store.moveCounters(
      { card, mcc: known?.mcc ?? merchantIn(event).mcc, at: known?.at ?? event.at },
      Number(counted(later) - counted(earlier)),
      Number(isCounted(later)) - Number(isCounted(earlier)),
    );
    if (event.type === 'CLEARING' && this.#isFinal && !isDeclined) await this.#store.closeAfterCapture(card.id);
    return { outcome: 'APPLIED', transactionId, flags: [...this.#flags] };
  }

  async #posting(): Promise<Posting> {
    const { event, known, accountId, accounts, from } = this.#of;
    const networkId = accounts.get(from);
    if (networkId === undefined) throw new Error(`the business has no account ${from}`);
    return new Posting(
      this.#store.ledger,
      {
        eventId: event.eventId,
        // Without an account no money moves, which whySuspended ensures.
        sides: { accountId: accountId ?? networkId, networkId },
        description: merchantIn(event).merchant,
        at: event.at,
      },
      { hold: await this.#store.pendingOf(known?.holdId), credit: await this.#store.pendingOf(known?.creditId) },
    );
  }

  /** Moves the money of an event. @returns whether the network declined */
  async #move(posting: Posting): Promise<boolean> {
    const { event, known } = this.#of;
    const amount = BigInt(event.amount);
    switch (event.type) {
      case 'AUTHORIZATION':
      case 'AUTHORIZATION_INCREMENTAL':
      case 'AUTHORIZATION_ADVICE':
        return this.#authorize(posting, amount);
      case 'AUTHORIZATION_REVERSAL':
        await posting.holdExactly(this.#after(posting, amount), 'AUTHORIZATION_REVERSAL', this.#holdUntil);
        await posting.dropCredit();
        return false;
      case 'AUTHORIZATION_EXPIRY':
        await posting.holdExactly(0n, 'AUTHORIZATION_EXPIRY', null);
        await posting.dropCredit();
        return false;
      case 'FINANCIAL_AUTHORIZATION':
      case 'CLEARING':
        if (event.isDeclined) return true;
        this.#flagClearing(posting, amount);
        this.#isFinal ||= event.isFinal ?? true;
        await posting.settle(amount, { isFinal: this.#isFinal, until: this.#holdUntil });
        return false;
      case 'CORRECTION_DEBIT':
      case 'RETURN_REVERSAL':
        // More is taken back than was given.
        if (event.type === 'RETURN_REVERSAL' && stateOf(known?.events ?? []).returned < amount)
          this.#flags.add('UNLINKED');
        await posting.charge(amount, event.type === 'CORRECTION_DEBIT' ? 'CORRECTION' : 'RETURN_REVERSAL');
        return false;
      case 'CREDIT_AUTHORIZATION':
        if (event.isDeclined) return true;
        if (!this.#isReturned(amount)) await posting.expectCredit(amount);
        return false;
      case 'RETURN':
      case 'CORRECTION_CREDIT':
        if (!known || stateOf(known.events).settled === 0n) this.#flags.add('UNLINKED');
        await posting.giveBack(amount, event.type === 'RETURN' ? 'RETURN' : 'CORRECTION');
        return false;
      case 'BALANCE_INQUIRY':
        return false;
    }
  }

  /** Whether the money that is announced now has come already: its messages were out of order. */
  #isReturned(amount: bigint): boolean {
    const events = this.#of.known?.events ?? [];
    const count = (wanted: StatedEvent['type']) =>
      events.filter(
        ({ type, amount: stated, outcome }) => type === wanted && stated === amount && outcome !== 'DECLINED',
      ).length;
    return count('RETURN') > count('CREDIT_AUTHORIZATION');
  }

  /** The amount that a reversal leaves on hold. */
  #after(posting: Posting, amount: bigint): bigint {
    const { holdAfter } = this.#of.event;
    const left = holdAfter === undefined ? posting.held - amount : BigInt(holdAfter);
    if (left <= 0n) return 0n;
    return left < posting.held ? left : posting.held;
  }

  /**
   * An authorization that the network decided for us, or tells us about: it cannot be declined. Once the purchase has
   * been completed, or its hold has ended, a late message of this kind creates no new hold.
   */
  async #authorize(posting: Posting, amount: bigint): Promise<boolean> {
    const { event, known } = this.#of;
    if (event.isDeclined) {
      // The network has declined what we approved, so nothing stays on hold.
      const before = posting.held;
      if (event.type !== 'AUTHORIZATION_INCREMENTAL') await posting.holdExactly(0n, 'AUTHORIZATION_REVERSAL', null);
      return posting.held === before;
    }
    const approved = known?.events.some(
      ({ type, outcome }) => type.startsWith('AUTHORIZATION') && outcome !== 'DECLINED',
    );
    const isOver = this.#isFinal || (approved === true && posting.held === 0n);
    if (isOver || (event.type === 'AUTHORIZATION' && approved)) return false;
    if (!approved) this.#flags.add('STAND_IN');
    const target =
      event.type === 'AUTHORIZATION_INCREMENTAL' ? posting.held + amount : BigInt(event.holdAfter ?? event.amount);
    this.#decideHold();
    await posting.holdExactly(target, 'AUTHORIZATION', this.#holdUntil);
    return false;
  }

  /** The duration of a hold that begins or changes now. */
  #decideHold(): void {
    const { event, card } = this.#of;
    if (this.#holdUntil) return;
    const { mcc } = merchantIn(event);
    const question = {
      network: card.network,
      presence: event.presence ?? 'NOT_PRESENT',
      mcc,
      isEstimate: event.isEstimate ?? false,
    };
    const { until, reason } = holdOf(question, holdDaysOf(card), event.at.getTime());
    this.#holdUntil = new Date(until);
    this.#holdReason = reason;
  }

  #flagClearing(posting: Posting, amount: bigint): void {
    const { event, known, from } = this.#of;
    if (from === 'suspense_unmatched') this.#flags.add('SUSPENSE');
    if (event.type === 'FINANCIAL_AUTHORIZATION') return;
    const approved = known?.events.some(
      ({ type, outcome }) => type.startsWith('AUTHORIZATION') && outcome !== 'DECLINED',
    );
    if (!approved) this.#flags.add('FORCE_POST');
    else if (posting.held === 0n) this.#flags.add('LATE');
    else if (amount > posting.held) this.#flags.add('OVER_CAPTURE');
  }

  async #writeTransaction(id: string, events: readonly StatedEvent[], posting: Posting): Promise<void> {
    const { event, card, known, accountId } = this.#of;
    const { status, amount, requested, held, incoming, settled, returned, fees } = stateOf(events);
    const state = {
      status,
      amount,
      requested,
      held,
      incoming,
      settled,
      returned,
      fees,
      is_final: this.#isFinal,
      open_holds: posting.hold ? [posting.hold.id] : [],
      open_credits: posting.credit ? [posting.credit.id] : [],
      hold_until: held > 0n ? this.#holdUntil : null,
      ...(held === 0n ? { hold_reason: null } : this.#holdReason && { hold_reason: this.#holdReason }),
    };
    if (known) {
      await this.#store.updateTransaction(id, state);
      return;
    }
    const merchant = merchantIn(event);
    await this.#store.insertTransaction({
      ...state,
      hold_reason: held > 0n ? this.#holdReason : null,
      id,
      reference: event.reference,
      business_id: card.businessId,
      card_id: card.id,
      account_id: accountId,
      at: event.at,
      currency: accountCurrency,
      ...foreignOf(event),
      mcc: merchant.mcc,
      merchant_id: merchant.merchantId,
      merchant: merchant.merchant,
      city: merchant.city,
      state: merchant.state,
      country: merchant.country,
      presence: event.presence ?? 'NOT_PRESENT',
      decline_code: status === 'DECLINED' ? 'system' : null,
    });
  }

  async #writeEvent(transactionId: string, stated: StatedEvent): Promise<void> {
    const { event, card } = this.#of;
    await this.#store.insertEvent({
      event_id: event.eventId,
      reference: event.reference,
      transaction_id: transactionId,
      type: event.type,
      business_id: card.businessId,
      card_id: card.id,
      at: event.at,
      amount: stated.amount,
      currency: accountCurrency,
      ...foreignOf(event),
      fingerprint: fingerprintOf(event),
      outcome: stated.outcome,
      decline_code: stated.outcome === 'DECLINED' ? 'system' : null,
      approved: null,
      held: stated.held,
      incoming: stated.incoming,
      final: event.type === 'CLEARING' ? (event.isFinal ?? true) : null,
      flags: [...stated.flags],
      raw: JSON.stringify(event.raw ?? event),
    });
  }

  /** The fees on the amount settled now, each as its own event and entry. */
  async #chargeFees(transactionId: string, posting: Posting, isDeclined: boolean): Promise<void> {
    const { event, card, known, accounts } = this.#of;
    const isCharged = event.type === 'CLEARING' || event.type === 'FINANCIAL_AUTHORIZATION';
    if (!isCharged || isDeclined || event.amount === 0) return;
    const { country, state } = known ?? merchantIn(event);
    const merchantCurrency = event.merchantCurrency ?? known?.merchantCurrency ?? null;
    const settled = { country, state, merchantCurrency, amount: BigInt(event.amount), currency: accountCurrency };
    const fees = feesOf(settled, agreedFees(card));
    for (const { kind, amount, basisPoints } of fees) {
      const [code, income] =
        kind === 'ISA' ? (['ISA_FEE', 'isa_fee'] as const) : (['CONVERSION_FEE', 'fx_fee'] as const);
      await posting.fee(amount, code, accounts.get(income)!, accounts.get('fees_receivable')!);
      await this.#store.insertEvent({
        event_id: `fee/${kind}/${event.eventId}`,
        reference: event.reference,
        transaction_id: transactionId,
        type: 'FEE',
        business_id: card.businessId,
        card_id: card.id,
        at: event.at,
        amount,
        currency: accountCurrency,
        fingerprint: event.eventId,
        held: posting.held,
        fee_kind: kind,
        basis_points: basisPoints,
        raw: '{}',
      });
    }
    const total = fees.reduce((sum, { amount }) => sum + amount, 0n);
    if (total > 0n) await this.#store.addFees(transactionId, total);
  }
}

/** The merchant as far as the event names it. */
const merchantIn = (event: CardEvent) => merchantOf({ mcc: 0, merchantId: '', merchant: '', country: '', ...event });

/** The amount in the merchant's currency, if it is a different currency. */
const foreignOf = ({ merchantAmount, merchantCurrency, currency }: CardEvent) => {
  const isForeign = merchantCurrency != null && merchantCurrency !== currency;
  return {
    merchant_amount: isForeign && merchantAmount != null ? BigInt(merchantAmount) : null,
    merchant_currency: isForeign ? merchantCurrency : null,
  };
};
