import type { DeclineCode } from '@florin/contract/cards/decline-codes';
import type { DecisionOutcome } from '@florin/contract/cards/transaction-states';
import { calendarOf } from '../policies/calendar.ts';
import { apply, decide } from '../policies/decide.ts';
import type { Trace } from '../../db/transaction-schema.ts';
import type { Decision, Facts, Funds, Purchase } from '../policies/facts.ts';
import { programOf, shadowProgramOf, type PolicyVersion } from '../policies/program.ts';
import type { Windows } from '../policies/windows.ts';
import { newId } from '../../db/ids.ts';
import { factsOf, holdDaysOf, type CardRow, type Shared } from './facts.ts';
import { holdOf } from './hold-policy.ts';
import { fingerprintOf, merchantOf, referenceOf, type AuthorizationRequest } from './request.ts';
import type { Changes, TransactionRow } from './statements.ts';

/** The time within which the network needs a decision, in milliseconds from the receipt of the request. */
export const deadlineMilliseconds = 1500;

/** A decision as it is answered. `again`: it was made before. */
export interface Answer extends Decision {
  transactionId: string | null;
  again?: true;
}

export interface QueuedRequest {
  request: AuthorizationRequest;
  /** Epoch milliseconds of the process's own clock. */
  received: number;
}

/** What was read under the lock. Available amounts are minor units. */
export interface Snapshot {
  accounts: readonly { id: string; business_id: string; kind: string; available: number }[];
  wallets: readonly { id: string; card_id: string; available: number }[];
  cards: readonly CardRow[];
  known: readonly KnownEvent[];
  /** The purchases with these references of which a message was received before. */
  purchases: readonly { businessId: string; reference: string }[];
  versionsOf: (ids: readonly number[]) => PolicyVersion[];
}

export interface KnownEvent {
  eventId: string;
  fingerprint: string;
  outcome: DecisionOutcome | null;
  code: DeclineCode | null;
  approved: number | null;
  transactionId: string;
  trace: Trace | null;
}

const noTrace: Trace = { versions: [], funds: 0, rooms: [], binds: null };
/** A decline that belongs to no purchase of ours and is not stored. */
export const refusal = (code: DeclineCode): Answer => ({
  outcome: 'DECLINED',
  code,
  amount: 0,
  trace: noTrace,
  transactionId: null,
});

/** The purchase in the terms of the rules. */
export const purchaseOf = (request: AuthorizationRequest, held = 0): Purchase => ({
  ...merchantOf(request),
  amount: request.amount,
  currency: request.merchantCurrency ?? request.currency,
  presence: request.presence,
  ...(request.isRecurring && { isRecurring: true }),
  partialOk: request.partialOk,
  at: request.at.getTime(),
  held,
});

/** The answer that an event was given before; another request with its id is refused. */
export function answerOf(known: KnownEvent, request: AuthorizationRequest): Answer {
  if (known.fingerprint !== fingerprintOf(request) || known.outcome === null)
    return { ...refusal('event_id_reused'), again: true };
  const { outcome, code, approved, transactionId, trace } = known;
  return { outcome, code, amount: approved ?? 0, trace: trace ?? noTrace, transactionId, again: true };
}

/** Decides by the rules in force, and also records what the versions in shadow would have decided. */
export function decideBy(versions: readonly PolicyVersion[], purchase: Purchase, facts: Facts, timeZone: string) {
  const calendar = calendarOf(timeZone, purchase.at);
  const program = programOf(versions, purchase.at);
  const shadow = shadowProgramOf(versions, purchase.at);
  const decision = decide(purchase, facts, program, calendar);
  if (shadow) {
    const { outcome, code } = decide(purchase, facts, shadow, calendar);
    decision.trace = { ...decision.trace, shadow: { outcome, code } };
  }
  return { decision, program, calendar };
}

/** What a batch has changed so far. */
class Ledger {
  readonly accounts = new Map<string, { id: string; debit: number; credit: number }>();
  readonly windows = new Map<string, Windows>();
  readonly cards = new Map<string, Facts['card']>();

  move(id: string, debit: number, credit: number): void {
    const moved = this.accounts.get(id);
    if (moved) {
      moved.debit += debit;
      moved.credit += credit;
    } else this.accounts.set(id, { id, debit, credit });
  }

  get changes(): Changes {
    return {
      accounts: [...this.accounts.values()],
      windows: [...this.windows].map(([id, windows]) => ({ id, windows: JSON.stringify(windows) })),
      cards: [...this.cards].map(([id, card]) => ({
        id,
        uses: card.uses,
        merchantId: card.lockedMerchantId,
        merchant: card.lockedMerchantName,
      })),
    };
  }
}

interface OfBusiness {
  shared: Shared;
  /** Ids of accounts; null while another batch has them. */
  pool: string | null;
  network: string | null;
  wallets: Map<string, string>;
}

/** The money of each business whose accounts were free. */
function businessesOf({ accounts, wallets, cards }: Snapshot): Map<string, OfBusiness> {
  const businesses = new Map<string, OfBusiness>();
  for (const row of cards) {
    if (businesses.has(row.businessId)) continue;
    const pool: Funds = { available: 0, source: row.fundingSource === 'Credit' ? 'CREDIT' : 'BUSINESS' };
    const shared: Shared = {
      pool,
      wallets: new Map(),
      business: row.businessWindows ?? {},
      groups: new Map(),
      chains: new Map(),
    };
    businesses.set(row.businessId, { shared, pool: null, network: null, wallets: new Map() });
  }
  for (const { id, business_id: businessId, kind, available } of accounts) {
    const business = businesses.get(businessId);
    if (!business) continue;
    if (kind === 'network_clearing') business.network = id;
    else {
      business.pool = id;
      business.shared.pool.available = available;
    }
  }
  const byCard = new Map(cards.map((row) => [row.id, row]));
  for (const { id, card_id: cardId, available } of wallets) {
    const business = businesses.get(byCard.get(cardId)?.businessId ?? '');
    business?.wallets.set(cardId, id);
    business?.shared.wallets.set(cardId, { available, source: 'WALLET' });
  }
  return businesses;
}

/**
 * Why a batch does not decide a request. BUSY: another batch has its accounts · JOINS: it belongs to a purchase that
 * exists (transactions/authorize.ts decides it).
 */
export type Undecided = 'BUSY' | 'JOINS';

export interface DecidedBatch {
  /** In the order of the batch. */
  answers: (Answer | Undecided)[];
  written: TransactionRow[];
  changes: Changes;
}

/**
 * Decides a batch, one purchase after another in the order of arrival, from what was read under the lock. Returns what
 * has to be written. Pure, except for new ids.
 * @param now epoch milliseconds of the clock that `received` was taken from
 */
export function decideBatch(
  batch: readonly QueuedRequest[],
  snapshot: Snapshot,
  now: number,
  deadline = deadlineMilliseconds,
): DecidedBatch {
  const businesses = businessesOf(snapshot);
  const cards = new Map(snapshot.cards.map((row) => [row.id, { row, facts: factsIn(businesses, row) }]));
  const known = new Map(snapshot.known.map((event) => [event.eventId, event]));
  const purchases = new Set(snapshot.purchases.map(({ businessId, reference }) => `${businessId}/${reference}`));
  const ledger = new Ledger();
  const written: TransactionRow[] = [];
  const answers = batch.map(({ request, received }): Answer | Undecided => {
    const earlier = known.get(request.eventId);
    if (earlier) return answerOf(earlier, request);
    const card = cards.get(request.cardId);
    if (!card) return refusal('card_unknown');
    const { row, facts } = card;
    const business = businesses.get(row.businessId)!;
    if (!business.pool || !business.network) return 'BUSY';
    const key = `${row.businessId}/${referenceOf(request)}`;
    if (purchases.has(key)) return 'JOINS';
    const purchase = purchaseOf(request);
    const versions = snapshot.versionsOf(row.policyVersions);
    const { decision, program, calendar } = decideBy(versions, purchase, facts, row.timeZone);
    if (request.failedCheck) decline(decision, request.failedCheck);
    if (now - received > deadline) decline(decision, 'issuer_timeout');
    const account = facts.funds.source === 'WALLET' ? (business.wallets.get(row.id) ?? null) : business.pool;
    // An account check of a card without a balance uses no money.
    if (account === null && decision.amount > 0) decline(decision, 'insufficient_funds');
    if (decision.outcome !== 'DECLINED') {
      apply(facts, purchase, program, calendar, decision.amount);
      if (decision.amount > 0) {
        ledger.move(account!, decision.amount, 0);
        ledger.move(business.network, 0, decision.amount);
      }
      ledger.windows.set(row.chainId, facts.windows.card).set(row.businessId, facts.windows.business);
      for (const [id, windows] of Object.entries(facts.windows.groups)) ledger.windows.set(id, windows);
      if (row.usesAtMost !== null || row.merchantLock === 'FIRST') ledger.cards.set(row.id, facts.card);
    }
    const made = rowOf(request, row, decision, { account, network: business.network, milliseconds: now - received });
    written.push(made);
    if (decision.outcome !== 'DECLINED') purchases.add(key);
    const { outcome, code, amount, trace } = decision;
    known.set(request.eventId, {
      eventId: request.eventId,
      fingerprint: fingerprintOf(request),
      outcome,
      code,
      approved: amount,
      transactionId: String(made.id),
      trace,
    });
    return { ...decision, transactionId: String(made.id) };
  });
  return { answers, written, changes: ledger.changes };
}

const factsIn = (businesses: ReadonlyMap<string, OfBusiness>, row: CardRow): Facts =>
  factsOf(row, businesses.get(row.businessId)!.shared);

function decline(decision: Decision, code: DeclineCode): void {
  decision.outcome = 'DECLINED';
  decision.code = code;
  decision.amount = 0;
}

/** The decision as it is written. */
export function rowOf(
  request: AuthorizationRequest,
  row: Pick<CardRow, 'businessId'> & Partial<CardRow>,
  { outcome, code, amount, trace }: Decision,
  of: { account: string | null; network: string | null; milliseconds: number },
): TransactionRow {
  const merchant = merchantOf(request);
  const { eventId, cardId, at, merchantAmount, merchantCurrency, presence, isEstimate = false } = request;
  const { mcc } = merchant;
  const hold =
    amount > 0 && row.network
      ? holdOf({ network: row.network, presence, mcc, isEstimate }, holdDaysOf(row as CardRow), at.getTime())
      : null;
  const isForeign = merchantCurrency != null && merchantCurrency !== request.currency;
  return {
    id: newId(),
    event: eventId,
    reference: referenceOf(request),
    card: cardId,
    business: row.businessId,
    account: of.account,
    network: of.network,
    at: at.toISOString(),
    amount: request.amount,
    merchant_amount: isForeign ? (merchantAmount ?? null) : null,
    merchant_currency: isForeign ? merchantCurrency : null,
    fingerprint: fingerprintOf(request),
    outcome,
    code,
    approved: amount,
    milliseconds: Math.min(86_400_000, Math.max(0, Math.round(of.milliseconds))),
    status: statusOf(outcome, amount),
    mcc,
    merchant_id: merchant.merchantId,
    merchant: merchant.merchant,
    city: merchant.city,
    state: merchant.state,
    country: merchant.country,
    presence,
    hold_until: hold && new Date(hold.until).toISOString(),
    hold_reason: hold && hold.reason,
    raw: JSON.stringify(request.raw ?? request),
    trace: JSON.stringify(trace),
  };
}

/**
 * The status that core/transactions/status.ts derives from a single decision. A check without an amount is settled at
 * once.
 */
function statusOf(outcome: DecisionOutcome, approved: number) {
  if (outcome === 'DECLINED') return 'DECLINED';
  return approved > 0 ? 'PENDING' : 'SETTLED';
}
