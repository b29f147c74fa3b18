import { declineReason } from '@florin/contract/cards/decline-sentences';
import type { Money } from '@florin/contract/money';
import type { CardChange, NotificationFacts } from '../../db/schema.ts';

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
} as const satisfies Record<CardChange, string>;

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

/**
 * Merchants choose their names, and mail and phone programs would turn a name that looks like an address into a link.
 */
const plain = (merchant: string): string => merchant.replaceAll(/[/\\:@<>]|\.(?=\S)/g, ' ').trim() || 'a merchant';

/** The heading of the mail, and what has happened, in whole sentences. */
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
      const what = `A purchase of ${amountText(amount)} at ${plain(merchant)} with the card ending in ${last4} was declined.`;
      return {
        title: `Purchase of ${amountText(amount)} declined`,
        sentence: code ? `${what} ${declineReason(code)}` : what,
      };
    }
    case 'REQUEST':
      return requestWords(facts);
    case 'FUNDING':
      return fundingWords(facts);
    case 'LOW_BALANCE': {
      const whose = facts.last4 === null ? 'Your business' : `The card ending in ${facts.last4}`;
      return { title: 'A balance is low', sentence: `${whose} has ${amountText(facts.available)} available.` };
    }
    case 'CARD_CHANGE': {
      const { last4, change, by, sentTo } = facts;
      const what = `The card ending in ${last4} ${cardChanges[change]}`;
      const done = by ? `${what}, by ${by}.` : `${what}.`;
      return {
        title: `Card ending in ${last4}: ${titles[change]}`,
        sentence: sentTo ? `${done} The new card goes to ${plain(sentTo)}.` : done,
      };
    }
  }
}

function fundingWords({ last4, cards, amount, by }: NotificationFacts & { kind: 'FUNDING' }) {
  const isBack = amount.amount < 0;
  const sum = amountText({ ...amount, amount: Math.abs(amount.amount) });
  const which = last4 === null ? (cards === 1 ? '1 card' : `${cards} cards`) : `the card ending in ${last4}`;
  const who = by === null ? 'A schedule' : by;
  return {
    title: isBack ? `${sum} taken back from ${which}` : `${sum} added to ${which}`,
    sentence: isBack ? `${who} has taken ${sum} back from ${which}.` : `${who} has added ${sum} to ${which}.`,
  };
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
