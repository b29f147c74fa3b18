import type { AuthorizationRequest } from '../../core/authorizations/request.ts';
import type { CardEvent } from '../../core/transactions/event.ts';
import { inDollars, merchants } from '../../ports/card-processor/simulator/merchants.ts';

type Merchant = (typeof merchants)[number];

/** What comes after an approved purchase. */
export interface Next {
  type: CardEvent['type'];
  /** After the purchase. */
  hours: number;
  /** Minor units; `approved` is what the decision allowed. */
  amount: (approved: number) => number;
  isFinal?: boolean;
}

/** A purchase that a cardholder tries to make, and what becomes of it if it is approved. */
export interface LifePurchase {
  /** The last four digits of the card. */
  card: string;
  request: Omit<AuthorizationRequest, 'cardId'>;
  after: readonly Next[];
  /** The merchant never settles it: its hold ends by itself. */
  isAbandoned?: boolean;
  /** How long the decision took, in milliseconds. */
  milliseconds?: number;
}

/** What a cardholder buys again and again. */
export interface Habit {
  /** Of the simulator's merchants. */
  category: string;
  perMonth: number;
  /** The share of purchases abroad. */
  abroad?: number;
  /** The month of the year in which there is most of it (1 to 12), and three times as much as half a year later. */
  season?: number;
  /** Charged every month by the same merchant. */
  isSubscription?: boolean;
}

/** Random numbers from 0 to 1 that are the same for the same words (mulberry32 over an FNV-1a hash). */
export function randomOf(words: string): () => number {
  let state = 2166136261;
  for (const letter of words) state = Math.imul(state ^ letter.codePointAt(0)!, 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const day = 86_400_000;
const hour = 3_600_000;

const workdays = [0.35, 1.2, 1.25, 1.25, 1.25, 1.2, 0.5];
/** Purchases begin between 8 AM and 9 PM of New York, where it is 4 or 5 hours earlier than in UTC. */
const firstHourUtc = 13;
const hoursOpen = 13;

const seasonOf = (season: number | undefined, at: Date) =>
  season === undefined ? 1 : 1 + 0.5 * Math.cos(((at.getUTCMonth() + 1 - season) / 12) * 2 * Math.PI);

/** A merchant of the category: mostly one of two that the card knows. */
function merchantFor({ category, abroad = 0 }: Habit, card: string, random: () => number): Merchant {
  const isAbroad = random() < abroad;
  const all = merchants.filter((merchant) => merchant.category === category);
  const near = all.filter((merchant) => (merchant.country === 'US') !== isAbroad);
  const offered = near.length > 0 ? near : all;
  const known = randomOf(`${card} ${category}`);
  const usual = [known(), known()].map((share) => offered[Math.floor(share * offered.length)]!);
  const pick = random();
  if (pick < 0.75) return usual[pick < 0.45 ? 0 : 1]!;
  return offered[Math.floor(random() * offered.length)]!;
}

/** The merchant's side of a request. `amount` is minor units of the merchant's currency. */
export function requestAt(
  merchant: Merchant,
  amount: number,
  at: Date,
  eventId: string,
): Omit<AuthorizationRequest, 'cardId'> {
  const isForeign = merchant.currency !== 'USD';
  return {
    eventId,
    amount: inDollars(amount, merchant.currency),
    currency: 'USD',
    mcc: merchant.mcc,
    merchantId: merchant.id,
    merchant: merchant.name,
    city: merchant.city,
    state: merchant.state,
    country: merchant.country,
    ...(isForeign && { merchantAmount: amount, merchantCurrency: merchant.currency }),
    presence: merchant.presence,
    partialOk: false,
    at,
  };
}

const share = (part: number) => (approved: number) => Math.max(1, Math.round(approved * part));
const whole = (approved: number) => approved;

/** What usually becomes of a purchase of that kind. */
function followed(kind: string, random: () => number): Pick<LifePurchase, 'after' | 'isAbandoned'> {
  const clears = 20 + random() * 50;
  const fate = random();
  switch (kind) {
    case 'TIP':
      return { after: [{ type: 'CLEARING', hours: clears, amount: share(1.15 + 0.07 * random()) }] };
    case 'FUEL':
      return { after: [{ type: 'CLEARING', hours: 2 + random() * 20, amount: share(0.25 + 0.4 * random()) }] };
    case 'HOTEL':
      return {
        after: [
          ...(fate < 0.4 ? [{ type: 'AUTHORIZATION_ADVICE' as const, hours: 30, amount: share(1.35) }] : []),
          { type: 'CLEARING', hours: 55 + random() * 40, amount: share((fate < 0.4 ? 1.3 : 0.95) + 0.1 * random()) },
        ],
      };
    case 'SUBSCRIPTION':
      return { after: [{ type: 'CLEARING', hours: 6, amount: whole }] };
    default:
  }
  if (fate < 0.02) return { after: [{ type: 'AUTHORIZATION_REVERSAL', hours: 0.5 + random(), amount: whole }] };
  if (fate < 0.03) return { after: [], isAbandoned: true };
  if (fate < 0.04)
    return {
      after: [
        { type: 'CLEARING', hours: clears, amount: share(0.6), isFinal: false },
        { type: 'CLEARING', hours: clears + 40, amount: share(0.4) },
      ],
    };
  const settled: Next = { type: 'CLEARING', hours: clears, amount: whole };
  if (fate < 0.075)
    return {
      after: [
        settled,
        { type: 'RETURN', hours: clears + 90 + random() * 150, amount: fate < 0.06 ? whole : share(0.5) },
      ],
    };
  if (fate < 0.08) return { after: [{ ...settled, hours: 24 * 10 }] };
  return { after: [settled] };
}

/** Whole dollars where the terminal cannot know the amount, otherwise around what is usual there. */
const amountOf = (merchant: Merchant, kind: string, random: () => number): number => {
  const wide = 0.45 + 1.2 * random() ** 1.6;
  if (kind === 'FUEL') return Math.round((12_500 * 100) / 100);
  if (kind === 'SUBSCRIPTION') return merchant.usualAmount;
  return Math.max(100, Math.round(merchant.usualAmount * wide));
};

/**
 * What a card buys by habit between two moments: the same for the same card and days. A young business buys a third of
 * what it buys two years later.
 */
export function purchasesOf(card: string, habits: readonly Habit[], from: Date, now: Date): LifePurchase[] {
  const purchases: LifePurchase[] = [];
  const days = Math.ceil((now.getTime() - from.getTime()) / day);
  for (const [index, habit] of habits.entries()) {
    const random = randomOf(`${card} ${index} ${habit.category}`);
    const monthly = merchantFor(habit, card, randomOf(`${card} ${habit.category} monthly`));
    const chargedOn = 1 + Math.floor(random() * 27);
    for (let ago = days; ago >= 0; ago -= 1) {
      const midnight = new Date(now.getTime() - ago * day);
      midnight.setUTCHours(0, 0, 0, 0);
      const grown = 0.3 + 0.7 * (1 - Math.min(ago, 730) / 730);
      const chance = habit.isSubscription
        ? Number(midnight.getUTCDate() === chargedOn)
        : (habit.perMonth / 30) * grown * workdays[midnight.getUTCDay()]! * seasonOf(habit.season, midnight);
      const draw = random();
      const at = new Date(midnight.getTime() + (firstHourUtc + random() * hoursOpen) * hour);
      if (draw >= chance) continue;
      const merchant = habit.isSubscription ? monthly : merchantFor(habit, card, random);
      const kind = habit.isSubscription ? 'SUBSCRIPTION' : merchant.kinds[0]!;
      const request = requestAt(merchant, amountOf(merchant, kind, random), at, `life/${card}/${index}/${ago}`);
      const isEstimate = kind === 'FUEL' || kind === 'HOTEL';
      const becomes = followed(kind, random);
      if (at < from || at >= now) continue;
      purchases.push({
        card,
        request: { ...request, ...(isEstimate && { isEstimate }), partialOk: kind === 'FUEL' },
        milliseconds: 3 + Math.floor(random() * 14),
        ...becomes,
      });
    }
  }
  return purchases;
}
