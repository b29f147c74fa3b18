import type { CardEventType, DecisionOutcome } from '@florin/contract/cards/transaction-states';

/** Of a transaction. Minor units. */
interface Figures {
  status: string;
  amount: bigint;
  held: bigint;
  settled: bigint;
  returned: bigint;
  /** As first requested. */
  merchantAmount: bigint | null;
  merchantCurrency: string | null;
}

interface Stated {
  type: CardEventType;
  amount: bigint;
  merchantAmount: bigint | null;
  merchantCurrency: string | null;
  outcome: DecisionOutcome | null;
}

const largest = BigInt(Number.MAX_SAFE_INTEGER);
const settles = new Set<CardEventType>(['CLEARING', 'FINANCIAL_AUTHORIZATION', 'CORRECTION_DEBIT']);
const returns = new Set<CardEventType>(['RETURN', 'CORRECTION_CREDIT', 'RETURN_REVERSAL']);

/** At the rate of an event, to the nearest minor unit. */
function converted(amount: bigint, { amount: of, merchantAmount }: Stated): bigint {
  const doubled = (2n * amount * merchantAmount!) / of;
  return (doubled + (doubled < 0n ? -1n : 1n)) / 2n;
}

/**
 * The amount of a transaction in the currency of its merchant, in minor units: what was settled and returned as the
 * merchant stated it, and what is on hold at the rate of the last authorization. Null if nothing is spent, the
 * merchant's currency is not known, or its messages add up to no amount that can be written.
 * @param events of the transaction that state an amount in a currency of the merchant, in the order of their arrival
 */
export function merchantAmountOf(of: Figures, events: readonly Stated[]): bigint | null {
  if (of.merchantAmount === null || of.status === 'DECLINED') return of.merchantAmount;
  const stated = events.filter(
    ({ amount, merchantAmount, merchantCurrency, outcome }) =>
      amount > 0n && merchantAmount !== null && merchantCurrency === of.merchantCurrency && outcome !== 'DECLINED',
  );
  const last = stated.at(-1);
  if (of.amount === 0n || !last) return of.amount === 0n ? null : of.merchantAmount;
  /** What was stated of these kinds, and what was not, at the last rate. */
  const sumOf = (total: bigint, kinds: ReadonlySet<CardEventType>) => {
    let [rest, sum] = [total, 0n];
    for (const { type, amount, merchantAmount } of stated) {
      if (!kinds.has(type)) continue;
      const sign = type === 'RETURN_REVERSAL' ? -1n : 1n;
      rest -= sign * amount;
      sum += sign * merchantAmount!;
    }
    return sum + converted(rest, last);
  };
  const asked = stated.findLast(({ type }) => !settles.has(type) && !returns.has(type)) ?? last;
  const incoming = of.settled + of.held - of.returned - of.amount;
  const amount =
    sumOf(of.settled, settles) + converted(of.held, asked) - sumOf(of.returned, returns) - converted(incoming, last);
  // A JSON integer (RFC 8259, section 6).
  return amount >= -largest && amount <= largest ? amount : null;
}
