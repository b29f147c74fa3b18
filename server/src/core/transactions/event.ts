import type { CardEventType, EventFlag, Presence } from '@florin/contract/cards/transaction-states';
import type { Decision } from '../policies/facts.ts';
import type { MerchantFacts } from '../authorizations/request.ts';

/** An event of a purchase, as a processor reports it (field reference 4.3). Amounts are minor units below 2^53. */
export interface CardEvent extends Partial<MerchantFacts> {
  /** The processor's id of this message: it is applied once. */
  eventId: string;
  /** The processor's id of the purchase, which all its messages share. */
  reference: string;
  /** FEE is charged by us; it is not a message of a processor. */
  type: Exclude<CardEventType, 'FEE'>;
  cardId: string;
  /** The program that the processor runs the card in; an event for another program's card is not applied. */
  programId?: string;
  amount: number;
  currency: string;
  merchantAmount?: number | null;
  merchantCurrency?: string | null;
  presence?: Presence;
  isEstimate?: boolean;
  /** An authorization or an advice that the network did not approve: nothing stays on hold. */
  isDeclined?: boolean;
  /** A clearing after which nothing more comes, the default: the rest of the hold is released. */
  isFinal?: boolean;
  /** The amount that an advice or a reversal leaves on hold, instead of the change. */
  holdAfter?: number;
  at: Date;
  /** The processor's message without card data; by default these fields. */
  raw?: object;
}

/**
 * How an event was received. APPLIED: now · REPEATED: before, with the same content · REUSED: its id belongs to another
 * event, and nothing was done · SUSPENSE: it belongs to no purchase, and an operator resolves it · IGNORED: it is about
 * something unknown and moves no money, or cannot be read.
 */
export interface AppliedEvent {
  outcome: 'APPLIED' | 'REPEATED' | 'REUSED' | 'SUSPENSE' | 'IGNORED';
  transactionId: string | null;
  flags: readonly EventFlag[];
}

/** A decision with the transaction that it began or increased. `again`: it was made before. */
export interface Authorized extends Decision {
  transactionId: string | null;
  again?: true;
}
