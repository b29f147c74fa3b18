import type {
  CardEventType,
  DecisionOutcome,
  EventFlag,
  TransactionStatus,
} from '@florin/contract/cards/transaction-states';

/** The facts of an event from which a transaction's state is derived. Minor units. */
export interface StatedEvent {
  type: CardEventType;
  amount: bigint;
  outcome: DecisionOutcome | null;
  /** On hold, and pending in favor of the account, after the event. */
  held: bigint;
  incoming: bigint;
  flags: readonly EventFlag[];
}

export interface TransactionState {
  status: TransactionStatus;
  /** Settled plus on hold minus returned. For a decline, the requested amount. */
  amount: bigint;
  /** The amount first requested. */
  requested: bigint;
  held: bigint;
  incoming: bigint;
  settled: bigint;
  returned: bigint;
  fees: bigint;
}

const settles: Partial<Record<CardEventType, 1n | -1n>> = {
  CLEARING: 1n,
  FINANCIAL_AUTHORIZATION: 1n,
  CORRECTION_DEBIT: 1n,
};
const returns: Partial<Record<CardEventType, 1n | -1n>> = { RETURN: 1n, CORRECTION_CREDIT: 1n, RETURN_REVERSAL: -1n };

const sum = (events: readonly StatedEvent[], signs: Partial<Record<CardEventType, 1n | -1n>>) =>
  events.reduce((total, { type, amount }) => total + (signs[type] ?? 0n) * amount, 0n);

/**
 * The state of a transaction, derived only from its events in the order of their arrival. While anything is on hold it
 * is PENDING, whatever has been settled. Settled amounts are not affected by holds, expiries or declines.
 */
export function stateOf(events: readonly StatedEvent[]): TransactionState {
  const applied = events.filter(({ type, outcome }) => type !== 'FEE' && outcome !== 'DECLINED');
  const last = applied.at(-1);
  const held = last?.held ?? 0n;
  const incoming = last?.incoming ?? 0n;
  const settled = sum(applied, settles);
  const returned = sum(applied, returns);
  const fees = events.reduce((total, { type, amount }) => (type === 'FEE' ? total + amount : total), 0n);
  const requested = events.find(({ type }) => type !== 'FEE')?.amount ?? 0n;
  const status = statusOf({ events, applied, pending: held + incoming, settled, returned });
  const amount = status === 'DECLINED' ? requested : settled + held - returned - incoming;
  return { status, amount, requested, held, incoming, settled, returned, fees };
}

interface Sums {
  events: readonly StatedEvent[];
  applied: readonly StatedEvent[];
  pending: bigint;
  settled: bigint;
  returned: bigint;
}

function statusOf({ events, applied, pending, settled, returned }: Sums): TransactionStatus {
  if (pending > 0n) return 'PENDING';
  if (settled > 0n && returned >= settled) return 'RETURNED';
  // Also where only a refund was taken back whose own message is missing.
  if (settled > 0n || returned !== 0n) return 'SETTLED';
  if (applied.length === 0) return events.some(({ outcome }) => outcome === 'DECLINED') ? 'DECLINED' : 'SETTLED';
  const end = applied.findLast(({ type }) => type === 'AUTHORIZATION_EXPIRY' || type === 'AUTHORIZATION_REVERSAL');
  if (end) return end.type === 'AUTHORIZATION_EXPIRY' ? 'EXPIRED' : 'VOIDED';
  // A check without an amount, and an advice that took the hold down to nothing.
  return applied.some(({ amount }) => amount > 0n) ? 'VOIDED' : 'SETTLED';
}
