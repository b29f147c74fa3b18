import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { Money } from '../money.ts';
import { CardRequest } from '../money/requests.ts';

/** MONTH counts by days, QUARTER by weeks from its first day, YEAR by months; each begins in the business's time zone. */
export const SpendPeriod = v.picklist(['MONTH', 'QUARTER', 'YEAR'], 'format');
export type SpendPeriod = v.InferOutput<typeof SpendPeriod>;

export const SpendDimension = v.picklist(['CATEGORY', 'PERSON', 'MERCHANT'], 'format');
export type SpendDimension = v.InferOutput<typeof SpendDimension>;

/** Days, both included, yyyy-mm-dd. */
const Days = { from: v.string(), to: v.string() };

/** What purchases of those days cost: settled plus on hold minus returned, without fees. */
const SpendStep = v.object({ ...Days, amount: Money });

/** A period so far, and the same days of the period before; before its first purchase, the last two full periods. */
const compared = {
  ...Days,
  before: v.object(Days),
  /** The days of the period that has begun without a purchase; null if the period so far is shown. */
  begun: v.nullable(v.object(Days)),
};

/** Spend of a period beside the one before. */
export const Spend = v.object({
  ...compared,
  /** Of `from` to `to`. */
  total: Money,
  /** Of the days in `before`. */
  totalBefore: Money,
  /** Up to `to`. */
  steps: v.array(SpendStep),
  /** Of the whole period before. */
  stepsBefore: v.array(SpendStep),
  /** How many days the period has. */
  days: v.number(),
});
export type Spend = v.InferOutput<typeof Spend>;

export const spend = endpoint({
  method: 'GET',
  path: '/api/spend',
  summary: 'What the cards of the business spent, over time, against the period before',
  access: 'session',
  permission: 'transactions.view',
  query: v.object({ period: SpendPeriod }),
  answers: { 200: Spend },
  errors: [],
});

/** The number of rows of a breakdown. All others are combined in one line. */
export const breakdownRows = 7;

export const SpendBreakdown = v.object({
  ...compared,
  /** The largest first. */
  items: v.array(
    v.object({
      /** Of a category group, a membership, or the merchant's name; null where a card has no holder, or a category no group. */
      key: v.nullable(v.string()),
      name: v.nullable(v.string()),
      /** The name of a category group in full; null where the name is in full already. */
      fullName: v.nullable(v.string()),
      amount: Money,
      before: Money,
    }),
  ),
  others: v.nullable(v.object({ count: v.number(), amount: Money, before: Money })),
});
export type SpendBreakdown = v.InferOutput<typeof SpendBreakdown>;

export const spendBreakdown = endpoint({
  method: 'GET',
  path: '/api/spend/breakdown',
  summary: 'What the cards of the business spent, by category, person or merchant, against the period before',
  access: 'session',
  permission: 'transactions.view',
  query: v.object({ period: SpendPeriod, by: SpendDimension }),
  answers: { 200: SpendBreakdown },
  errors: [],
});

/** The number of days in the forecast, beginning today. */
export const forecastDays = 14;

/** RELEASE: holds of purchases end · FUNDING: a schedule funds cards · DEPOSIT: a transfer from the bank can be spent. */
export const ForecastKind = v.picklist(['RELEASE', 'FUNDING', 'DEPOSIT']);
export type ForecastKind = v.InferOutput<typeof ForecastKind>;

/**
 * The known changes, by day, to the account from which the business spends. Purchases are not estimated. Withdrawals
 * are not listed, because their amounts are unavailable from the time of the request.
 */
export const Forecast = v.object({
  timeZone: v.string(),
  /** Days, both included, yyyy-mm-dd in that zone. */
  from: v.string(),
  to: v.string(),
  available: Money,
  /** Everything pending in favor of the account: the same figure as in balances. */
  incoming: Money,
  /** Withdrawals that have not settled: part of what is on hold. */
  outgoing: Money,
  /** Purchases on hold. */
  holds: v.object({ count: v.number(), amount: Money, nextRelease: v.nullable(v.string()) }),
  /** The money on cards, which the account does not hold, and how many cards have some: also frozen and closed ones. */
  onCards: v.object({ count: v.number(), amount: Money }),
  /** Purchases on hold on balances of cards, which the account does not hold; null where purchases are not shown. */
  cardHolds: v.nullable(v.object({ count: v.number(), amount: Money })),
  /** The day of the next deposit, within these days or not. */
  nextDeposit: v.nullable(v.string()),
  items: v.array(
    v.object({
      date: v.string(),
      kind: ForecastKind,
      /** The merchant of a single hold, the schedule, the bank; null for several holds, and where purchases are not shown. */
      name: v.nullable(v.string()),
      /** The number of holds or cards. */
      count: v.number(),
      /** Of a single hold. */
      transactionId: v.nullable(v.string()),
      change: Money,
      /** After it. */
      available: Money,
      /** How much the account is short of a schedule's amount, so that not everything is funded. */
      missing: v.nullable(Money),
    }),
  ),
  /** The lowest amount available at any moment, and the days on which it occurs. */
  lowest: v.object({ available: Money, from: v.string(), to: v.string() }),
  /**
   * A balance below this is low: what the caller has chosen, or the business for all, or else the default, once there is
   * a card. Null: nothing depends on the balance yet, and nobody has said when it is low.
   */
  alert: v.nullable(Money),
});
export type Forecast = v.InferOutput<typeof Forecast>;

export const forecast = endpoint({
  method: 'GET',
  path: '/api/forecast',
  summary: 'What will be available in the next days, by what has a date',
  access: 'session',
  permission: 'balances.view',
  answers: { 200: Forecast },
  errors: [],
});

/** A request up to this amount can be approved without opening it. Minor units. */
export const smallRequest = 500_00;

/** The number of cards with a low balance that are funded in one order. */
export const lowCardsFunded = 50;

/** What waits for an administrator. A part is null if the caller may not see it. */
export const NeedsAttention = v.object({
  requests: v.object({
    pending: v.number(),
    /** The newest, with what was left for a purchase that was declined. */
    items: v.array(
      v.object({
        ...CardRequest.entries,
        mayDecide: v.boolean(),
      }),
    ),
  }),
  /** Of the last seven days, with today, in the business's time zone. */
  declines: v.nullable(
    v.object({
      /** The first of these days, yyyy-mm-dd. */
      from: v.string(),
      count: v.number(),
      amount: Money,
      latest: v.nullable(v.object({ id: v.string(), merchant: v.string(), at: v.string() })),
    }),
  ),
  /** Cards that were delivered and wait for activation, the first few named. */
  activation: v.object({ count: v.number(), cards: v.array(v.object({ id: v.string(), last4: v.string() })) }),
  /** Cards with a balance of their own below what their holder calls low, the lowest first. */
  lowBalances: v.object({
    count: v.number(),
    /** The ids of the first `lowCardsFunded`; the first few of them are named. */
    ids: v.array(v.string()),
    cards: v.array(v.object({ id: v.string(), last4: v.string(), holder: v.nullable(v.string()), available: Money })),
  }),
  /** Money of the network that belongs to no purchase yet. */
  suspense: v.object({ count: v.number(), amount: Money }),
  /** Changes of others that wait for a second administrator. */
  changes: v.number(),
});
export type NeedsAttention = v.InferOutput<typeof NeedsAttention>;

export const needsAttention = endpoint({
  method: 'GET',
  path: '/api/needs-attention',
  summary: 'What waits for an administrator of the business',
  access: 'session',
  permission: 'requests.view',
  answers: { 200: NeedsAttention },
  errors: [],
});
