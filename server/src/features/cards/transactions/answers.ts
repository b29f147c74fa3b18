import { money } from '@florin/contract/money';
import type { TransactionEvent, TransactionLine } from '@florin/contract/cards/transactions';
import { merchantAmountOf } from '../../../core/transactions/merchant-amount.ts';
import type { EventRow, TransactionRow } from './queries.ts';

const foreign = (row: { merchantAmount: bigint | null; merchantCurrency: string | null; currency: string }) =>
  row.merchantAmount === null || row.merchantCurrency === null || row.merchantCurrency === row.currency
    ? null
    : money(row.merchantAmount, row.merchantCurrency);

/**
 * A transaction as lists show it, with its fees as lines of their own.
 * @param events of the transaction; at least its fees and those that state an amount in the merchant's currency
 */
export function lineOf(row: TransactionRow, events: readonly EventRow[]): TransactionLine {
  const inCurrency = (amount: bigint) => money(amount, row.currency);
  return {
    id: row.id,
    at: row.at.toISOString(),
    status: row.status,
    merchant: {
      id: row.merchantId,
      name: row.merchant,
      city: row.city,
      state: row.state,
      country: row.country,
      mcc: row.mcc,
    },
    card: { id: row.cardId, last4: row.last4, kind: row.cardKind, name: row.cardName },
    cardholder:
      row.membershipId === null || row.holder === null ? null : { membershipId: row.membershipId, name: row.holder },
    presence: row.presence,
    amount: inCurrency(row.amount),
    merchantAmount: foreign({ ...row, merchantAmount: merchantAmountOf(row, events) }),
    requested: inCurrency(row.requested),
    settled: inCurrency(row.settled),
    returned: inCurrency(row.returned),
    hold:
      row.held > 0n && row.holdUntil && row.holdReason
        ? { amount: inCurrency(row.held), until: row.holdUntil.toISOString(), reason: row.holdReason }
        : null,
    fees: events
      .filter(({ type }) => type === 'FEE')
      .map((event) => ({
        id: event.id,
        kind: event.feeKind!,
        at: event.at.toISOString(),
        amount: money(event.amount, event.currency),
        basisPoints: event.basisPoints,
      })),
    declineCode: row.declineCode,
    note: row.note,
  };
}

/** A step of the timeline. */
export const eventOf = (row: EventRow): TransactionEvent => ({
  id: row.id,
  type: row.type,
  at: row.at.toISOString(),
  amount: money(row.amount, row.currency),
  merchantAmount: foreign(row),
  outcome: row.outcome,
  declineCode: row.declineCode,
  approved: row.approved === null ? null : money(row.approved, row.currency),
  held: money(row.held, row.currency),
  milliseconds: row.milliseconds,
  flags: row.flags,
});
