import type { DeclineCode } from '@florin/contract/decline-codes';
import type { Money } from '@florin/contract/money';

/** What a notification says; no more of a card than its last four digits. */
export type NotificationFacts =
  | { kind: 'PURCHASE' | 'REFUND'; merchant: string; amount: Money; last4: string }
  | {
      kind: 'DECLINE';
      merchant: string;
      amount: Money;
      last4: string;
      code: DeclineCode | null;
    }
  | {
      kind: 'REQUEST';
      what: 'FUNDING' | 'LIMIT' | 'UNBLOCK' | 'CARD' | 'CHANGE';
      step: 'MADE' | 'APPROVED' | 'REJECTED' | 'CANCELED' | 'EXPIRED';
      /** The person who made it, or who decided it; null where time did. */
      by: string | null;
      amount: Money | null;
    }
  | {
      kind: 'LOW_BALANCE';
      /** Null: of the business. */
      last4: string | null;
      available: Money;
    }
  | {
      kind: 'CARD_CHANGE';
      last4: string;
      change: CardChange;
      /** The person who changed it; null where the program did. */
      by: string | null;
    };

const cardChanges = {
  ISSUED: 'was issued',
  SHIPPED: 'was shipped',
  ACTIVATED: 'was activated',
  FROZEN: 'was frozen',
  UNFROZEN: 'can be used again',
  REPLACED: 'was replaced',
  CLOSED: 'was closed',
  PIN_CHANGED: 'has a new PIN',
  LIMITS_CHANGED: 'has new limits',
  HOLDER_CHANGED: 'has another holder',
} as const;
type CardChange = keyof typeof cardChanges;

const overLimit = 'It was over a spend limit.';
/** Why a purchase was declined, for the codes that its holder can do something about. */
const reasons: Partial<Record<DeclineCode, string>> = {
  insufficient_funds: 'The card did not have enough funds.',
  insufficient_business_balance: 'The balance of the business is too low right now.',
  limit_transaction: 'It was over the limit for one purchase.',
  limit_day: 'It was over the daily limit.',
  limit_week: 'It was over the weekly limit.',
  limit_month: 'It was over the monthly limit.',
  limit_quarter: overLimit,
  limit_year: 'It was over the yearly limit.',
  limit_lifetime: overLimit,
  limit_since: overLimit,
  count_limit: 'The card has reached its number of purchases.',
  mcc_not_allowed: 'The card is not allowed at that kind of merchant.',
  merchant_not_allowed: 'The card is not allowed at that merchant.',
  merchant_locked_elsewhere: 'The card works at another merchant only.',
  country_not_allowed: 'The card is not allowed in that country.',
  international_off: 'International use is off.',
  state_not_allowed: 'The card is not allowed in that state.',
  time_window: 'The card does not work at that time.',
  presence_not_allowed: 'The card is not allowed for that way of paying.',
  cash_not_allowed: 'The card does not give cash.',
  card_frozen: 'The card is frozen.',
  card_not_activated: 'The card is not activated yet.',
  card_closed: 'The card is closed.',
  card_expired: 'The card has expired.',
  receipts_overdue: 'Receipts are overdue.',
  pin_not_set: 'The card has no PIN.',
  pin_blocked: 'The PIN is blocked.',
  single_use_used: 'The card could be used once.',
};

const requests = {
  FUNDING: 'request for funds',
  LIMIT: 'request for a higher limit',
  UNBLOCK: 'request to unblock a card',
  CARD: 'request for a card',
  CHANGE: 'request for the approval of a second administrator',
} as const;

const decisions = { APPROVED: 'approved', REJECTED: 'rejected', CANCELED: 'canceled' } as const;

/** `$42.10`; the currency's own number of digits. */
function amountText({ amount, currency }: Money): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format(amount / 10 ** digits);
}

/** A merchant chooses its name: mail and phone programs would make a link of one that looks like an address. */
const plain = (merchant: string): string => merchant.replaceAll(/[/\\:@<>]|\.(?=\S)/g, ' ').trim() || 'a merchant';

/** The heading of the mail, and what has happened as whole sentences. */
export function wordsOf(facts: NotificationFacts): { title: string; sentence: string } {
  switch (facts.kind) {
    case 'PURCHASE':
      return {
        title: `Purchase of ${amountText(facts.amount)}`,
        sentence: `${amountText(facts.amount)} at ${plain(facts.merchant)} with the card ending in ${facts.last4}.`,
      };
    case 'REFUND':
      return {
        title: `Refund of ${amountText(facts.amount)}`,
        sentence: `${plain(facts.merchant)} has refunded ${amountText(facts.amount)} to the card ending in ${facts.last4}.`,
      };
    case 'DECLINE': {
      const { merchant, amount, last4, code } = facts;
      const reason = code && reasons[code];
      const what = `A purchase of ${amountText(amount)} at ${plain(merchant)} with the card ending in ${last4} was declined.`;
      return { title: `Purchase of ${amountText(amount)} declined`, sentence: reason ? `${what} ${reason}` : what };
    }
    case 'REQUEST':
      return requestWords(facts);
    case 'LOW_BALANCE': {
      const whose = facts.last4 === null ? 'Your business' : `The card ending in ${facts.last4}`;
      return { title: 'A balance is low', sentence: `${whose} has ${amountText(facts.available)} available.` };
    }
    case 'CARD_CHANGE': {
      const { last4, change, by } = facts;
      const what = `The card ending in ${last4} ${cardChanges[change]}`;
      return { title: `Card ending in ${last4}: ${titles[change]}`, sentence: by ? `${what}, by ${by}.` : `${what}.` };
    }
  }
}

const titles = {
  ISSUED: 'issued',
  SHIPPED: 'shipped',
  ACTIVATED: 'activated',
  FROZEN: 'frozen',
  UNFROZEN: 'unfrozen',
  REPLACED: 'replaced',
  CLOSED: 'closed',
  PIN_CHANGED: 'new PIN',
  LIMITS_CHANGED: 'new limits',
  HOLDER_CHANGED: 'new holder',
} as const satisfies Record<CardChange, string>;

function requestWords({ what, step, by, amount }: NotificationFacts & { kind: 'REQUEST' }) {
  const request = amount ? `${requests[what]} (${amountText(amount)})` : requests[what];
  if (step === 'MADE')
    return { title: `New ${requests[what]}`, sentence: `${by ?? 'A cardholder'} has made a ${request}.` };
  if (step === 'EXPIRED')
    return { title: `Your ${requests[what]} has expired`, sentence: `Nobody has decided your ${request} in time.` };
  const decided = `Your ${request} was ${decisions[step]}`;
  return {
    title: `Your ${requests[what]} was ${decisions[step]}`,
    sentence: by ? `${decided} by ${by}.` : `${decided}.`,
  };
}
