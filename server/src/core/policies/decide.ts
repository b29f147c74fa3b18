import type { DeclineCode } from '@florin/contract/cards/decline-codes';
import { whyNot, type Obstacle } from '@florin/contract/eligibility';
import type { Calendar } from './calendar.ts';
import { cashCodes, refused, unbounded, type CardFacts, type Decision, type Facts, type Purchase } from './facts.ts';
import type { Trace } from '../../db/transaction-schema.ts';
import type { Program } from './program.ts';
import { addTo, amountIn, everything, placeOf, takeFrom, type Windows } from './windows.ts';

/**
 * Decides a purchase. Pure: no clock, no database, no randomness; it changes nothing, and the same input has the same
 * answer. Live authorizations, "Can I buy this?", versions in shadow and backtests all come here.
 *
 * Every rule returns its room, the amount up to which it allows the purchase. All rules are evaluated, so that the
 * trace is complete. The smallest room decides. If rooms are equal, a rule takes precedence over the balance, and an
 * earlier rule over a later one; the program's rules come first. If the terminal can take a part, that room is
 * approved.
 * @param calendar of the business at the moment of the purchase
 */
export function decide(purchase: Purchase, facts: Facts, program: Program, calendar: Calendar): Decision {
  const { amount } = purchase;
  const { funds, card } = facts;
  const rooms: [number, number][] = [];
  let least = Math.max(0, funds.available);
  let binds: Trace['binds'] = 'funds';
  let code: DeclineCode = funds.source === 'WALLET' ? 'insufficient_funds' : 'insufficient_business_balance';
  const locked = roomOfLock(card, facts.windows.card);
  if (locked < amount && locked <= least) {
    least = locked;
    binds = 'card';
    code = 'limit_lifetime';
  }
  const { rules } = program;
  for (let index = 0; index < rules.length; index += 1) {
    const rule = rules[index]!;
    const room = rule.room(purchase, facts, calendar);
    if (room === null) continue;
    rooms.push([index, room === Infinity ? unbounded : room]);
    if (room < amount && (room < least || (room === least && binds === 'funds'))) {
      least = room;
      binds = index;
      code = rule.code(purchase);
    }
  }
  const trace: Trace = { versions: program.versions, funds: funds.available, rooms, binds: null };
  const stop = whyStopped(purchase, facts, calendar);
  if (stop !== null) return { outcome: 'DECLINED', code: stop, amount: 0, trace: { ...trace, binds: 'card' } };
  if (least >= amount) return { outcome: 'APPROVED', code: null, amount, trace };
  trace.binds = binds;
  return purchase.partialOk && least > 0
    ? { outcome: 'PARTIAL', code, amount: least, trace }
    : { outcome: 'DECLINED', code, amount: 0, trace };
}

/** What is left of the amount lock of the card, over its life; Infinity without a lock. */
export function roomOfLock({ amountLock }: Pick<CardFacts, 'amountLock'>, windows: Windows): number {
  if (amountLock === null) return Infinity;
  return Math.max(0, amountLock - amountIn(windows[everything.key], placeOf('lifetime'), 0));
}

const obstacleCodes: Record<Obstacle, DeclineCode> = {
  PERSON_RESTRICTED: 'cardholder_inactive',
  MEMBERSHIP_CLOSED: 'cardholder_inactive',
  BUSINESS_CLOSED: 'business_suspended',
  BUSINESS_SUSPENDED: 'business_suspended',
  BUSINESS_UNDER_REVIEW: 'business_suspended',
  BUSINESS_NOT_OPERATIONAL: 'business_suspended',
  CREDIT_ON_HOLD: 'insufficient_business_balance',
  CARD_CLOSED: 'card_closed',
  CARD_NOT_PRODUCED: 'card_not_activated',
  CARD_NOT_ACTIVATED: 'card_not_activated',
  CARD_FROZEN: 'card_frozen',
};

/** Why the card cannot be used for this purchase, whatever its amount; null if it can. */
function whyStopped(purchase: Purchase, { eligibility, card }: Facts, { date }: Calendar): DeclineCode | null {
  const obstacle = whyNot('card.spend', eligibility);
  const usedUp = !purchase.held && card.usesAtMost !== null && card.uses >= card.usesAtMost;
  // A card that is closed because it is used up says so.
  if (usedUp && (obstacle === null || obstacle === 'CARD_CLOSED')) return 'single_use_used';
  if (obstacle !== null) return obstacleCodes[obstacle];
  if (card.expiresOn < date) return 'card_expired';
  if (card.validFrom !== null && purchase.at < card.validFrom) return 'card_not_activated';
  if (card.validUntil !== null && purchase.at >= card.validUntil) return 'card_expired';
  // No agreement gives access to cash. A zero amount, as of a balance inquiry, pays out none.
  const isCash = purchase.presence === 'CASH' || cashCodes.includes(purchase.mcc);
  if (isCash && purchase.amount > 0) return 'cash_not_allowed';
  if (card.isConsumer && purchase.isRecurring && purchase.amount > 0) return 'presence_not_allowed';
  return isElsewhere(card, purchase) ? 'merchant_locked_elsewhere' : null;
}

/** Whether the card is locked to another merchant: compares the id, or the name if no id is known. */
function isElsewhere({ merchantLock, lockedMerchantId, lockedMerchantName }: CardFacts, purchase: Purchase): boolean {
  if (merchantLock === null) return false;
  if (lockedMerchantId !== null) return lockedMerchantId !== purchase.merchantId;
  if (lockedMerchantName === null) return false;
  return !purchase.merchant.toLowerCase().includes(lockedMerchantName.toLowerCase());
}

/** Adds an approval to the facts, so that the next purchase of the batch sees it. Changes only `facts`. */
export function apply(facts: Facts, purchase: Purchase, program: Program, calendar: Calendar, amount: number): void {
  const { card, funds } = facts;
  const isNew = !purchase.held;
  funds.available -= amount;
  if (isNew) card.uses += 1;
  if (card.merchantLock === 'FIRST' && card.lockedMerchantId === null && card.lockedMerchantName === null) {
    card.lockedMerchantId = purchase.merchantId;
    card.lockedMerchantName = purchase.merchant;
  }
  count(facts, purchase.mcc, program, calendar, amount, isNew ? 1 : 0);
}

/**
 * Changes the counters of a purchase by an amount and a number of purchases: up for an approval, an increase, and a
 * clearing above the hold; down for a reversal, an expiry, a refund, and a clearing below the hold. The ledger keeps
 * the balances.
 * @param calendar of the moment of the purchase, also for later events: a period that has ended does not change
 * @param amount minor units; negative to reduce, like `purchases`
 */
export function count(
  { windows }: Pick<Facts, 'windows'>,
  mcc: number,
  program: Program,
  calendar: Calendar,
  amount: number,
  purchases: number,
): void {
  const { card, business, groups } = program.countedOf(mcc);
  const takesBack = amount < 0 || purchases < 0;
  const move = (scope: Windows, dimension: (typeof card)[number]) =>
    takesBack
      ? takeFrom(scope, dimension, calendar, -amount, -purchases)
      : addTo(scope, dimension, calendar, amount, purchases);
  for (const dimension of card) move(windows.card, dimension);
  for (const dimension of business) move(windows.business, dimension);
  for (const [groupId, dimensions] of groups) {
    const scope = windows.groups[groupId];
    if (scope) for (const dimension of dimensions) move(scope, dimension);
  }
}

/** Whether a room in a trace refuses any amount. */
export const isRefusal = (room: number): boolean => room === refused;
