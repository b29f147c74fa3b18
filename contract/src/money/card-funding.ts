import * as v from 'valibot';
import { CardKind } from '../cards/card-states.ts';
import { endpoint } from '../endpoint.ts';
import { ExportFormat, exportLimit, exportTypes } from '../exports.ts';
import { Timestamp } from '../dates/timestamp.ts';
import { listOf, text, Uuid } from '../fields.ts';
import { bulkCards, cardFunding } from '../limits.ts';
import { Money, PositiveAmount } from '../money.ts';
import { FundingAct } from './funding-acts.ts';
import { pageOf, pageQuery } from '../pages.ts';

/**
 * What happens when the account has less than all cards together get (decision 049). NONE: nothing moves · IN_ORDER:
 * cards are funded in their order, the last one in part, until the account is empty · ALL: each card gets the same
 * share of its amount.
 */
export const WhenShort = v.picklist(['NONE', 'IN_ORDER', 'ALL'], 'format');
export type WhenShort = v.InferOutput<typeof WhenShort>;

/**
 * Why a card gets nothing, or less than its amount. AT_TARGET: it already has that balance · ABOVE_TARGET: it has more,
 * and TOP_UP takes nothing back · CARD_SHORT: the card has less available than would be taken · ACCOUNT_SHORT: the
 * account was empty before the card's turn, or the card gets a share · OVER_MAXIMUM: the card would exceed the maximum
 * of a card · NO_BALANCE: the card draws on the business and has no balance of its own.
 */
export const FundingReason = v.picklist([
  'CARD_CLOSED',
  'CARD_FROZEN',
  'NO_BALANCE',
  'AT_TARGET',
  'ABOVE_TARGET',
  'CARD_SHORT',
  'OVER_MAXIMUM',
  'ACCOUNT_SHORT',
]);
export type FundingReason = v.InferOutput<typeof FundingReason>;

const FundingLine = v.object({
  cardId: v.string(),
  cardName: v.nullable(v.string()),
  kind: CardKind,
  last4: v.string(),
  holder: v.nullable(v.string()),
  /** What can be spent on the card: its balance minus the amount on hold. */
  before: Money,
  /** Below zero: taken back to the account. */
  change: Money,
  after: Money,
  /** Null where the card gets what was asked for. */
  reason: v.nullable(FundingReason),
  /** Why nobody can spend what is on the card yet; only in a plan, and not there otherwise. */
  idle: v.optional(v.picklist(['NOT_ACTIVATED', 'NO_HOLDER'])),
});
export type FundingLine = v.InferOutput<typeof FundingLine>;

const figures = {
  act: FundingAct,
  whenShort: WhenShort,
  /** What is available on the account that the cards are funded from. */
  account: v.object({ before: Money, after: Money }),
  /** What leaves the account; negative if money comes back to it. */
  total: Money,
  cardsChanged: v.number(),
  cardsUnchanged: v.number(),
  /** How much the account is short of the whole order; zero if it has enough. */
  missing: Money,
  lines: v.array(FundingLine),
};

/** What an order would do now. `basis` identifies the balances from which this was computed. */
export const FundingPlan = v.object({ ...figures, basis: v.string() });
export type FundingPlan = v.InferOutput<typeof FundingPlan>;

/**
 * Cards and what to do with them. Cards are funded in the given order. `cards`, or `csv` with the columns `card` (id,
 * external id, or last four digits where they are unambiguous) and `amount` (dollars; `amount` of the order if it is
 * empty); both together are refused. A line that is wrong is named as a field: `csv.3.card`, `csv.3.amount`.
 */
const order = {
  act: FundingAct,
  /** For every card without an amount of its own; ZERO has none. */
  amount: v.optional(v.nullable(PositiveAmount)),
  cards: v.optional(
    v.pipe(
      v.array(v.object({ cardId: Uuid, amount: v.optional(v.nullable(PositiveAmount)) })),
      v.minLength(1, 'missing'),
      v.maxLength(cardFunding.cardsAtMost, 'tooLong'),
    ),
  ),
  csv: v.optional(text(bulkCards.csvMaxLength)),
  whenShort: v.optional(WhenShort, 'NONE'),
};

export const previewFunding = endpoint({
  method: 'POST',
  path: '/api/card-funding/preview',
  summary: 'What a change to the balances of cards would do; nothing moves',
  access: 'session',
  permission: 'card-funding.run',
  body: v.object(order),
  answers: { 200: FundingPlan },
  errors: ['BUSINESS_NOT_OPEN'],
});

const byId = v.object({ id: Uuid });
const acts = { per: 'session', requests: 60, windowSeconds: 600 } as const;

/** What an order or a run of a schedule did. */
export const FundingRun = v.object({
  id: v.string(),
  at: v.string(),
  /** Null if a schedule did it. */
  by: v.nullable(v.string()),
  scheduleId: v.nullable(v.string()),
  /** What the schedule is called now; not there without one. */
  schedule: v.optional(v.string()),
  /** NOTHING: no card needed a change · SHORT: the account had too little, so nothing or not everything moved. */
  outcome: v.picklist(['DONE', 'NOTHING', 'SHORT']),
  ...figures,
});
export type FundingRun = v.InferOutput<typeof FundingRun>;

/**
 * Carries out what the preview showed. `basis` is that of the preview: if the account has changed, or a card so that
 * another amount would move, nothing moves, and VERSION_CONFLICT means that a new preview is needed. A repeated key returns the same
 * answer.
 */
export const runFunding = endpoint({
  method: 'POST',
  path: '/api/card-funding/runs',
  summary: 'Fund, defund, set or zero the balances of cards, as previewed',
  access: 'session',
  permission: 'card-funding.run',
  limit: acts,
  body: v.object({
    ...order,
    basis: v.pipe(v.string('type'), v.regex(/^[0-9a-f]{32}$/, 'format')),
    idempotencyKey: Uuid,
  }),
  answers: { 200: FundingRun },
  errors: ['BUSINESS_NOT_OPEN', 'INSUFFICIENT_FUNDS', 'VERSION_CONFLICT', 'IDEMPOTENCY_KEY_REUSED', 'OWN_CARD'],
});

const FundingRunSummary = v.omit(FundingRun, ['lines']);

const runFilters = {
  scheduleId: v.optional(Uuid),
  act: v.optional(listOf(FundingAct)),
  /** Moments: the first included, and the first not included. */
  from: v.optional(Timestamp),
  to: v.optional(Timestamp),
};

export const fundingRuns = endpoint({
  method: 'GET',
  path: '/api/card-funding/runs',
  summary: 'What moved between the account and its cards, newest first',
  access: 'session',
  permission: 'card-funding.view',
  query: v.object({ ...pageQuery, ...runFilters }),
  answers: { 200: pageOf(FundingRunSummary) },
  errors: [],
});

/** A line for each card of each run. */
export const exportFundingRuns = endpoint({
  method: 'GET',
  path: '/api/card-funding/runs/export',
  summary: 'What moved between the account and its cards, card by card, as a CSV or XLSX file',
  access: 'session',
  permission: 'card-funding.view',
  limit: exportLimit,
  query: v.object({ format: ExportFormat, ...runFilters }),
  file: Object.values(exportTypes),
  answers: { 200: null },
  errors: [],
});

export const fundingRun = endpoint({
  method: 'GET',
  path: '/api/card-funding/runs/{id}',
  summary: 'The report of one run, card by card',
  access: 'session',
  permission: 'card-funding.view',
  params: byId,
  answers: { 200: FundingRun },
  errors: [],
});
