import { amountAtMost } from '@florin/contract/money';
import type { Presence } from '@florin/contract/cards/transaction-states';
import type { FailedCheck } from '../../ports/card-processor/incoming.ts';

/** The merchant's side of a purchase. */
export interface MerchantFacts {
  /** ISO 18245. */
  mcc: number;
  /** The acquirer's number of the merchant. */
  merchantId: string;
  merchant: string;
  city?: string | null;
  /** State or province, if the terminal sends it. */
  state?: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string;
}

/**
 * A purchase that a merchant requests, as the processor passes it on. Amounts are minor units, at most `amountAtMost`.
 */
export interface AuthorizationRequest extends MerchantFacts {
  /** The processor's id of this message. A repeated id is decided once. */
  eventId: string;
  /** The processor's id of the purchase, which all its messages share; by default the id of this one. */
  reference?: string;
  cardId: string;
  /** The amount adds to what this purchase has been approved for. */
  isIncrement?: boolean;
  amount: number;
  /** Of the account. */
  currency: string;
  /** The amount in the merchant's currency, if that is a different currency. */
  merchantAmount?: number | null;
  merchantCurrency?: string | null;
  presence: Presence;
  /** The merchant charges again by a standing arrangement, without the cardholder. */
  isRecurring?: boolean;
  /** The terminal can take a part of the amount. */
  partialOk: boolean;
  /** The final amount is not known yet: fuel, hotels, rentals. */
  isEstimate?: boolean;
  failedCheck?: FailedCheck;
  at: Date;
  /** The processor's message without card data; by default these fields. */
  raw?: object;
}

/** The id of the purchase that a request belongs to. */
export const referenceOf = ({ reference, eventId }: Pick<AuthorizationRequest, 'reference' | 'eventId'>): string =>
  reference ?? eventId;

const isText = (value: unknown, atMost: number) =>
  typeof value === 'string' && value.length > 0 && value.length <= atMost && value.isWellFormed();
const isAmount = (value: number) => Number.isSafeInteger(value) && value >= 0;
const isUuid = (value: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);

/** The currency of every account (section 9 of the specification). */
export const accountCurrency = 'USD';

/** Whether a message can be stored. An amount that is not a number, for example, cannot. */
export function isPlausible(message: {
  eventId: string;
  reference?: string;
  cardId: string;
  amount: number;
  currency: string;
  merchantAmount?: number | null;
  at: Date;
}): boolean {
  const { eventId, reference, cardId, amount, currency, merchantAmount, at } = message;
  return (
    isText(eventId, 180) &&
    (reference === undefined || isText(reference, 180)) &&
    isUuid(cardId) &&
    isAmount(amount) &&
    amount <= amountAtMost &&
    (merchantAmount == null || isAmount(merchantAmount)) &&
    currency === accountCurrency &&
    !Number.isNaN(at.getTime()) &&
    Math.abs(at.getUTCFullYear() - 2050) < 60
  );
}

const unprintable = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+/gu;
/** One printable line, so that it can be stored and shown. */
const cleaned = (text: string, atMost: number) =>
  text.replaceAll(unprintable, ' ').trim().slice(0, atMost).toWellFormed();
const optional = (text: string | null | undefined, atMost: number) => (text ? cleaned(text, atMost) || null : null);

/**
 * The merchant in the form that is stored, because terminals send any text. An unknown category or country is on no
 * allow list.
 */
export const merchantOf = ({ mcc, merchantId, merchant, city, state, country }: MerchantFacts) => ({
  mcc: Number.isInteger(mcc) && mcc >= 0 && mcc <= 9999 ? mcc : 0,
  merchantId: cleaned(merchantId, 60),
  merchant: cleaned(merchant, 100),
  city: optional(city, 60),
  state: optional(state, 3),
  country: /^[A-Z]{2}$/.test(country) ? country : 'ZZ',
});

/**
 * The fingerprint of a request, which a repeated request shares. The same id with another fingerprint is a different
 * request.
 */
export const fingerprintOf = ({ cardId, amount, currency, merchantId, mcc }: AuthorizationRequest): string =>
  [cardId, amount, currency, mcc, cleaned(merchantId, 60)].join('|');
