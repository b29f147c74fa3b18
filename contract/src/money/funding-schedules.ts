import * as v from 'valibot';
import { FundingPlan, FundingRun, WhenShort } from './card-funding.ts';
import { Day } from '../dates/day.ts';
import { endpoint } from '../endpoint.ts';
import { requiredLine, Uuid } from '../fields.ts';
import { cardFunding } from '../limits.ts';
import { Money, PositiveAmount } from '../money.ts';

/** LOW_BALANCE: whenever a card has less than the threshold. The others run at times in the business's time zone. */
export const FundingFrequency = v.picklist(['DAILY', 'WEEKDAYS', 'WEEKLY', 'MONTHLY', 'LOW_BALANCE'], 'format');
export type FundingFrequency = v.InferOutput<typeof FundingFrequency>;

/** FUND: by an amount · TOP_UP: up to an amount · SET: to an amount, up or down. */
export const ScheduledAct = v.picklist(['FUND', 'TOP_UP', 'SET'], 'format');
export type ScheduledAct = v.InferOutput<typeof ScheduledAct>;

export const ScheduleStatus = v.picklist(['ACTIVE', 'PAUSED', 'ENDED'], 'format');
export type ScheduleStatus = v.InferOutput<typeof ScheduleStatus>;

/** The fields that each frequency needs besides `startsOn`; all others of these are refused. */
export const frequencyFields = {
  DAILY: ['timeOfDay'],
  WEEKDAYS: ['timeOfDay'],
  WEEKLY: ['timeOfDay', 'weekday'],
  MONTHLY: ['timeOfDay', 'dayOfMonth'],
  LOW_BALANCE: ['threshold'],
} as const satisfies Record<FundingFrequency, readonly string[]>;

const whole = (from: number, to: number) =>
  v.pipe(v.number('type'), v.integer('format'), v.minValue(from, 'format'), v.maxValue(to, 'format'));

/** A schedule as it is set up. */
const setup = {
  name: requiredLine(80),
  act: ScheduledAct,
  amount: PositiveAmount,
  frequency: FundingFrequency,
  /** 1 is Monday, 7 Sunday. */
  weekday: v.optional(v.nullable(whole(1, 7))),
  /** In a month without this day, the schedule runs on the last day. */
  dayOfMonth: v.optional(v.nullable(whole(1, 31))),
  /** HH:MM in the time zone of the business. */
  timeOfDay: v.optional(v.nullable(v.pipe(v.string('type'), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'format')))),
  /** yyyy-mm-dd. */
  startsOn: Day,
  endsOn: v.optional(v.nullable(Day)),
  /** LOW_BALANCE: a card with less is funded. */
  threshold: v.optional(v.nullable(PositiveAmount)),
  whenShort: v.optional(WhenShort, 'NONE'),
  /** In the order in which they are funded. The replacement of a card takes the card's place. */
  cardIds: v.pipe(v.array(Uuid), v.minLength(1, 'missing'), v.maxLength(cardFunding.cardsAtMost, 'tooLong')),
};

export const FundingSchedule = v.object({
  id: v.string(),
  name: v.string(),
  act: ScheduledAct,
  amount: Money,
  frequency: FundingFrequency,
  weekday: v.nullable(v.number()),
  dayOfMonth: v.nullable(v.number()),
  timeOfDay: v.nullable(v.string()),
  startsOn: v.string(),
  endsOn: v.nullable(v.string()),
  threshold: v.nullable(Money),
  whenShort: WhenShort,
  status: ScheduleStatus,
  timeZone: v.string(),
  cards: v.array(v.object({ id: v.string(), name: v.nullable(v.string()), last4: v.string() })),
  /** Null for a low balance, and while it is paused or ended. */
  nextRunAt: v.nullable(v.string()),
  lastRun: v.nullable(
    v.object({ id: v.string(), at: v.string(), outcome: FundingRun.entries.outcome, total: Money, missing: Money }),
  ),
  createdBy: v.string(),
  /** For `changeFundingSchedule`: it changes with every change. */
  version: v.number(),
});
export type FundingSchedule = v.InferOutput<typeof FundingSchedule>;

const byId = v.object({ id: Uuid });
const acts = { per: 'session', requests: 60, windowSeconds: 600 } as const;

/** The schedules of the business, the newest first: at most 200 that are not ended, and the last ended ones. */
export const fundingSchedules = endpoint({
  method: 'GET',
  path: '/api/funding-schedules',
  summary: 'The schedules by which cards are funded',
  access: 'session',
  permission: 'card-funding.view',
  answers: { 200: v.object({ items: v.array(FundingSchedule) }) },
  errors: [],
});

/** What the next run would do with the current balances, and when the next runs are. */
export const previewFundingSchedule = endpoint({
  method: 'POST',
  path: '/api/funding-schedules/preview',
  summary: 'What a schedule would do at its next run; nothing moves',
  access: 'session',
  permission: 'card-funding.run',
  body: v.object({
    ...setup,
    /** The schedule that is changed. The forecast does not count its runs as those of another. */
    scheduleId: v.optional(Uuid),
  }),
  answers: {
    200: v.object({
      plan: v.omit(FundingPlan, ['basis']),
      /** The next five. */
      runs: v.array(v.string()),
      /** The time zone of the business, which the times of day use. */
      timeZone: v.string(),
      /** The forecast for the account at the first run; null without a run. */
      forecast: v.nullable(
        v.object({
          available: Money,
          /** Deposits that can be spent by then. */
          deposits: Money,
          /** The maximum that other schedules can take until then. */
          otherSchedules: Money,
          thisRun: Money,
          after: Money,
          /** The same if the deposits do not arrive. */
          withoutDeposits: Money,
        }),
      ),
    }),
  },
  errors: ['BUSINESS_NOT_OPEN'],
});

export const createFundingSchedule = endpoint({
  method: 'POST',
  path: '/api/funding-schedules',
  summary: 'Fund cards by a schedule, or whenever their balance is low',
  access: 'session',
  permission: 'card-funding.run',
  limit: acts,
  body: v.object({ ...setup, idempotencyKey: Uuid }),
  answers: { 201: FundingSchedule },
  errors: ['BUSINESS_NOT_OPEN', 'STEP_NOT_POSSIBLE', 'IDEMPOTENCY_KEY_REUSED', 'OWN_CARD'],
});

export const changeFundingSchedule = endpoint({
  method: 'PUT',
  path: '/api/funding-schedules/{id}',
  summary: 'Change a schedule that is not ended',
  access: 'session',
  permission: 'card-funding.run',
  limit: acts,
  params: byId,
  body: v.object({ ...setup, version: whole(1, 1_000_000) }),
  answers: { 200: FundingSchedule },
  errors: ['BUSINESS_NOT_OPEN', 'VERSION_CONFLICT', 'STEP_NOT_POSSIBLE', 'OWN_CARD'],
});

/** ENDED is final. Repeating it changes nothing. */
export const setFundingScheduleStatus = endpoint({
  method: 'POST',
  path: '/api/funding-schedules/{id}/status',
  summary: 'Pause, resume or end a schedule',
  access: 'session',
  permission: 'card-funding.run',
  limit: acts,
  params: byId,
  body: v.object({ status: ScheduleStatus }),
  answers: { 200: FundingSchedule },
  errors: ['BUSINESS_NOT_OPEN', 'STEP_NOT_POSSIBLE', 'OWN_CARD'],
});
