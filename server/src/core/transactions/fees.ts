import type { FeeKind } from '@florin/contract/cards/transaction-states';
import { agreementOfCard, isConsumer, type OfAgreement } from '../authorizations/card-agreement.ts';

/** What is charged on purchases, in hundredths of a percent. */
export interface FeeTable {
  isaBasisPoints: number;
  conversionBasisPoints: number;
}

/** The highest international service assessment in the agreement of MBFINANCIAL: 1%. */
const mbIsaBasisPoints = 100;

/**
 * What the program's fee table charges under the agreement of a card (reading 12): the conversion of a currency only on
 * consumer cards, and for MBFINANCIAL an international service assessment of at most 1%.
 */
export function agreedFees(card: FeeTable & OfAgreement): FeeTable {
  const agreement = agreementOfCard(card);
  const isMb = agreement === 'cardholder-mb-agreement';
  return {
    isaBasisPoints: isMb ? Math.min(card.isaBasisPoints, mbIsaBasisPoints) : card.isaBasisPoints,
    // The agreements of consumers name a fee for the conversion of currencies.
    conversionBasisPoints: isConsumer(card) ? card.conversionBasisPoints : 0,
  };
}

export interface ChargedPurchase {
  /** Minor units of the account's currency, settled now. */
  amount: bigint;
  currency: string;
  merchantCurrency: string | null;
  country: string;
  state: string | null;
}

export interface Fee {
  kind: FeeKind;
  amount: bigint;
  basisPoints: number | null;
}

/** United States territories: a merchant's bank there is outside the 50 states and DC. */
const territories = new Set(['AS', 'GU', 'MP', 'PR', 'VI', 'UM']);

const share = (amount: bigint, basisPoints: number) => (amount * BigInt(basisPoints) + 5000n) / 10_000n;

/**
 * The fees on an amount that is settled now, each a line of its own: the international service assessment where the
 * merchant is outside the 50 states and DC, and the conversion of its currency. Half a cent is rounded up, and a fee of
 * nothing is none.
 */
export function feesOf(purchase: ChargedPurchase, table: FeeTable): Fee[] {
  const { amount, currency, merchantCurrency, country, state } = purchase;
  const isAbroad = country !== 'US' || (state !== null && territories.has(state));
  const isConverted = merchantCurrency !== null && merchantCurrency !== currency;
  const fees: Fee[] = [];
  if (isAbroad)
    fees.push({ kind: 'ISA', amount: share(amount, table.isaBasisPoints), basisPoints: table.isaBasisPoints });
  if (isConverted)
    fees.push({
      kind: 'CURRENCY_CONVERSION',
      amount: share(amount, table.conversionBasisPoints),
      basisPoints: table.conversionBasisPoints,
    });
  return fees.filter((fee) => fee.amount > 0n);
}
