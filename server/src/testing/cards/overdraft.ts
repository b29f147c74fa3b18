import type { EventFlag } from '@florin/contract/cards/transaction-states';
import type { CardEvent } from '../../core/transactions/event.ts';

/**
 * The events that may take an account below zero, because the network has already paid the merchant or promised to. Each
 * carries the flag OVERDRAWN when it does, and one of these flags where there are any. Everything else, including each
 * decision of ours, spends only what is available.
 */
export const overdrafts: Readonly<Partial<Record<CardEvent['type'], readonly EventFlag[]>>> = {
  // The network approved in our place.
  AUTHORIZATION: ['STAND_IN'],
  // An amount that the network reports instead of requesting it.
  AUTHORIZATION_INCREMENTAL: [],
  AUTHORIZATION_ADVICE: [],
  // Nothing was on hold, no longer on hold, or less was.
  CLEARING: ['FORCE_POST', 'LATE', 'OVER_CAPTURE'],
  // Decision and settlement in one message, which the network reports when it is done.
  FINANCIAL_AUTHORIZATION: [],
  RETURN_REVERSAL: [],
  CORRECTION_DEBIT: [],
};
