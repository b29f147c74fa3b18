import type { IncomingHttpHeaders } from 'node:http';
import { holdsCardNumber } from '@florin/contract/cards/card-number';
import type { ShipmentStatus } from '@florin/contract/cards/card-states';
import type { DeclineCode } from '@florin/contract/cards/decline-codes';
import type { CardEventType, Presence } from '@florin/contract/cards/transaction-states';
import { CardProcessorError } from './card-processor.ts';

/** The merchant's side of a purchase. */
export interface Merchant {
  /** ISO 18245, four digits. */
  mcc: number;
  /** The acquirer's number of the merchant. */
  merchantId: string;
  merchant: string;
  city?: string;
  /** Two letters, in countries that have states. */
  state?: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
}

interface OfPurchase extends Merchant {
  /** The processor's id of this message: it is applied once. */
  eventId: string;
  /** The processor's id of the purchase that all its messages share. */
  transactionId: string;
  /** The processor's id of the card. */
  cardReference: string;
  /** Minor units of the card's currency, at least 0. */
  amount: number;
  currency: string;
  /** The amount in the merchant's currency, if that is a different currency. */
  merchantAmount?: number;
  merchantCurrency?: string;
  presence: Presence;
  /** When it happened at the processor. */
  at: Date;
}

/**
 * A problem that the processor finds before its request. The purchase is declined for this reason, whatever the rules
 * are.
 */
export type FailedCheck = Extract<
  DeclineCode,
  | 'cvc_mismatch'
  | 'expiry_mismatch'
  | 'zip_mismatch'
  | 'address_mismatch'
  | 'pin_wrong'
  | 'pin_blocked'
  | 'pin_not_set'
  | 'suspected_fraud'
  | 'challenge_failed'
>;

/** A purchase to be decided now. */
export interface IncomingRequest extends OfPurchase {
  /**
   * Whether the amount is added to the approved amount of this transaction; null if the processor does not report it.
   */
  isIncrement: boolean | null;
  /** The id of the event that reports its outcome, if the processor names the request. */
  outcomeId?: string;
  /** The merchant charges again by a standing arrangement, if the processor reports it. */
  isRecurring?: boolean;
  /** The terminal can take less than it requested. */
  partialOk: boolean;
  /** The final amount is not known yet: fuel, hotels, rentals. */
  isEstimate: boolean;
  /** What the processor has checked and found wrong, by the code of the decline. */
  failedCheck?: FailedCheck;
}

/** What has happened to a purchase. */
export interface IncomingEvent extends OfPurchase {
  type: Exclude<CardEventType, 'FEE'>;
  /** The program in which the processor runs the card, if the message names it. */
  programId?: string;
  /** An authorization or advice that the network did not approve: nothing is held. */
  isDeclined?: true;
  /** A clearing after which nothing more comes: the rest of the hold is released. */
  isFinal?: boolean;
  /** For an advice or a reversal that states the remaining hold instead of the change. */
  holdAfter?: number;
}

/** The outcome of a request at the processor, which may have decided without us, or differently. */
export interface IncomingOutcome extends OfPurchase {
  /** The ids that the request may have had when it was sent to us. */
  requestIds: readonly string[];
  isApproved: boolean;
  /** The amount on hold after it; null if it adds to the hold of the purchase. */
  holdAfter: number | null;
}

/** A step of a physical card's way. */
export interface IncomingShipment {
  eventId: string;
  cardReference: string;
  status: ShipmentStatus;
  carrier: string | null;
  trackingNumber: string | null;
  /** yyyy-mm-dd. */
  expectedOn: string | null;
  at: Date;
}

/** Money that a merchant sends to a card, and that the processor asks about in advance. It needs no decision. */
export interface IncomingCredit {
  cardReference: string;
}

/** A processor's message, in our terms. */
export type Incoming =
  | { kind: 'credit'; credit: IncomingCredit }
  | { kind: 'request'; request: IncomingRequest }
  | { kind: 'event'; event: IncomingEvent }
  | { kind: 'outcome'; outcome: IncomingOutcome }
  | { kind: 'shipment'; shipment: IncomingShipment };

/** A webhook as it arrived. */
export interface WebhookRequest {
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A webhook with a valid signature. */
export interface Delivery {
  /** The processor's id: a delivery is processed once. */
  id: string;
  /** The processor's name of what happened. */
  type: string;
  /** The processor waits for the decision in the answer. */
  isDecision: boolean;
  at: Date;
  /** Without card data (`withoutCardData`). */
  payload: unknown;
}

/** A line of the network's settlement: positive amounts are owed to the network, negative ones came back. */
export interface SettlementLine {
  eventId: string;
  transactionId: string;
  cardReference: string;
  /** Minor units. */
  amount: number;
}

export interface SettlementReport {
  /** yyyy-mm-dd. */
  day: string;
  currency: string;
  lines: readonly SettlementLine[];
  /** Minor units: the sum of the lines, as the processor states it. */
  total: number;
}

const secretKeys = new Set(['number', 'pan', 'cvc', 'cvv', 'cvv2', 'pin', 'encrypted_number', 'track1', 'track2']);
/** The ids of processors, with or without the name of what they identify. Digits in them are not a card number. */
const uuid = /^(?:[a-z]+_)?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Processors nest their messages a few levels deep; PostgreSQL cannot store thousands. */
const deepest = 64;

/**
 * A copy without card numbers, security codes and PINs in any field (PCI DSS 3.3, 3.5.1).
 * @throws CardProcessorError `refused` if it is nested too deep
 */
export function withoutCardData(value: unknown, depth = 0): unknown {
  if (depth > deepest) throw new CardProcessorError('webhook: nested too deep', 'refused');
  if (typeof value === 'string') return uuid.test(value) || !holdsCardNumber(value) ? value : '[removed]';
  if (Array.isArray(value)) return value.map((part) => withoutCardData(part, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, part]) =>
      secretKeys.has(key.toLowerCase()) ? [] : [[key, withoutCardData(part, depth + 1)]],
    ),
  );
}
