import type { DeclineCode } from '@florin/contract/cards/decline-codes';
import type { EligibilityFacts } from '@florin/contract/eligibility';
import type { Trace } from '../../db/transaction-schema.ts';
import type { Windows } from './windows.ts';

/** A category that no rule names, where none is known. */
export const noCategory = -1;

/** A purchase that a merchant requests. Amounts are minor units of the business's currency, below 2^53. */
export interface Purchase {
  amount: number;
  /** ISO 4217, of the merchant. */
  currency: string;
  /** ISO 18245. */
  mcc: number;
  merchantId: string;
  merchant: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** State or province, if the terminal sends it. */
  state?: string | null;
  presence: 'PRESENT' | 'NOT_PRESENT' | 'WALLET' | 'CASH';
  /** The merchant charges again by a standing arrangement, without the cardholder. */
  isRecurring?: boolean;
  /** The terminal can take a part of the amount. */
  partialOk: boolean;
  /** Epoch milliseconds. */
  at: number;
  /**
   * The amount already on hold for the transaction that this purchase increases, whose use of the card is already
   * counted. Otherwise zero.
   */
  held?: number;
}

/** The controls of a card's life; null is unlimited. Times are epoch milliseconds. */
export interface CardFacts {
  /** Its agreement is one of consumers, which allow no recurring or preauthorized debits. */
  isConsumer?: boolean;
  /** yyyy-mm-dd, the last day on which the card works. */
  expiresOn: string;
  receiptsOverdue: number;
  usesAtMost: number | null;
  uses: number;
  /** Minor units over the card's life. */
  amountLock: number | null;
  /** FIRST locks the card to the first merchant where it is used. */
  merchantLock: 'FIRST' | 'NAMED' | null;
  lockedMerchantId: string | null;
  lockedMerchantName: string | null;
  validFrom: number | null;
  validUntil: number | null;
}

/** The money that a purchase draws on: the business's balance, the card's own, or a line of credit. */
export interface Funds {
  /** Minor units, after holds. */
  available: number;
  source: 'BUSINESS' | 'WALLET' | 'CREDIT';
}

/**
 * The facts of a decision, in addition to the purchase and the rules, read in one snapshot. Cards of one business share
 * `funds` and the windows of the business and of their groups, as objects, so that a batch sees what it has approved so
 * far.
 */
export interface Facts {
  eligibility: EligibilityFacts;
  card: CardFacts;
  funds: Funds;
  windows: { card: Windows; business: Windows; groups: Readonly<Record<string, Windows>> };
}

/** Merchant categories (ISO 18245) that pay out cash: at a counter and at a machine. */
export const cashCodes: readonly number[] = [6010, 6011];

/** The two values in a trace that are not amounts: unlimited, and refused whatever the amount. */
export const unbounded = -1;
export const refused = -2;

export type Outcome = 'APPROVED' | 'PARTIAL' | 'DECLINED';

export interface Decision {
  outcome: Outcome;
  /** Of a decline, and of a partial approval. */
  code: DeclineCode | null;
  /** Approved, in minor units. */
  amount: number;
  trace: Trace;
}
