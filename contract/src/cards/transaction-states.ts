import * as v from 'valibot';

/**
 * The state of a transaction, derived from its events (field reference 4.4). RETURNED: the whole settled amount was
 * returned.
 */
export const TransactionStatus = v.picklist(['PENDING', 'SETTLED', 'VOIDED', 'EXPIRED', 'DECLINED', 'RETURNED']);
export type TransactionStatus = v.InferOutput<typeof TransactionStatus>;

/** What can happen to a transaction (field reference 4.3). */
export const CardEventType = v.picklist([
  'AUTHORIZATION',
  'AUTHORIZATION_INCREMENTAL',
  'AUTHORIZATION_ADVICE',
  'AUTHORIZATION_REVERSAL',
  'AUTHORIZATION_EXPIRY',
  'CLEARING',
  'FINANCIAL_AUTHORIZATION',
  'CREDIT_AUTHORIZATION',
  'RETURN',
  'RETURN_REVERSAL',
  'CORRECTION_DEBIT',
  'CORRECTION_CREDIT',
  'BALANCE_INQUIRY',
  'FEE',
]);
export type CardEventType = v.InferOutput<typeof CardEventType>;

/** How the card was used. */
export const Presence = v.picklist(['PRESENT', 'NOT_PRESENT', 'WALLET', 'CASH']);
export type Presence = v.InferOutput<typeof Presence>;

export const DecisionOutcome = v.picklist(['APPROVED', 'PARTIAL', 'DECLINED']);
export type DecisionOutcome = v.InferOutput<typeof DecisionOutcome>;

/** The reason for the duration of a hold. The agreements define 7, 30 and 60 days. */
export const HoldReason = v.picklist(['STANDARD', 'ESTIMATE', 'LODGING', 'CAR_RENTAL']);
export type HoldReason = v.InferOutput<typeof HoldReason>;

/**
 * What is unusual about an event. LATE: it came after the hold had ended · OVER_CAPTURE: more than was held · OVERDRAWN: it
 * took the account below zero.
 */
export const EventFlag = v.picklist([
  'FORCE_POST',
  'LATE',
  'OVER_CAPTURE',
  'STAND_IN',
  'UNLINKED',
  'SUSPENSE',
  'OVERDRAWN',
]);
export type EventFlag = v.InferOutput<typeof EventFlag>;

/** A fee of the program's fee table. ISA: international service assessment. */
export const FeeKind = v.picklist(['ISA', 'CURRENCY_CONVERSION', 'REPLACEMENT_CARD', 'EXPIRED_CARD_MONTH']);
export type FeeKind = v.InferOutput<typeof FeeKind>;
