import * as v from 'valibot';
import { CardKind } from '../card-states.ts';
import { DeclineCode } from '../decline-codes.ts';
import { endpoint } from '../../endpoint.ts';
import { cardChanges, Named } from '../card-parts.ts';
import { Timestamp } from '../../dates/timestamp.ts';
import { line, requiredLine, text, Uuid } from '../../fields.ts';
import { MINUTE } from '../../limits.ts';
import { Money, PositiveAmount } from '../../money.ts';
import { PendingChange } from '../../access/pending-changes.ts';
import { Shipping } from '../shipping.ts';
import { calendarPeriods, GroupSnapshot, PolicyLayer, policyLimits, Rule } from '../policies/spend-rules.ts';
import { Card, OneCard } from '../cards.ts';

/** What limits a card's life, as entered. */
export const ControlsInput = v.object({
  usesAtMost: v.optional(
    v.nullable(
      v.pipe(v.number('type'), v.safeInteger('format'), v.minValue(1, 'format'), v.maxValue(10_000, 'format')),
    ),
  ),
  /** Minor units of US dollars. */
  amountLock: v.optional(v.nullable(PositiveAmount)),
  merchantLock: v.optional(
    v.nullable(
      v.object({
        kind: v.picklist(['FIRST', 'NAMED'], 'format'),
        merchantId: v.optional(v.nullable(line(40))),
        merchant: v.optional(v.nullable(line(80))),
      }),
    ),
  ),
  validFrom: v.optional(v.nullable(Timestamp)),
  validUntil: v.optional(v.nullable(Timestamp)),
});
export type ControlsInput = v.InferOutput<typeof ControlsInput>;

const described = {
  name: v.optional(v.nullable(line(80))),
  purpose: v.optional(v.nullable(line(200))),
  externalId: v.optional(v.nullable(line(80))),
  groupIds: v.optional(v.pipe(v.array(Uuid, 'type'), v.maxLength(20, 'tooLong'))),
  controls: v.optional(ControlsInput),
};

/** The periods of a starting limit. */
export const startingLimitPeriods = ['purchase', ...calendarPeriods] as const;

/** The limit that a card begins with: at most so much in a period. */
export const StartingLimit = v.object({
  /** Minor units of US dollars. */
  amount: v.pipe(
    v.number('type'),
    v.safeInteger('format'),
    v.minValue(1, 'tooShort'),
    v.maxValue(policyLimits.amountAtMost, 'tooLong'),
  ),
  period: v.picklist(startingLimitPeriods, 'format'),
});
export type StartingLimit = v.InferOutput<typeof StartingLimit>;

/** The spend policy of the card that a starting limit becomes. */
export const startingLimitName = 'Starting limit';

/** Becomes a spend policy of the card that is in force at once. Also needs the permission to change policies. */
const limit = v.optional(v.nullable(StartingLimit));

/**
 * A virtual card works at once; a physical one is produced, shipped and then activated, and needs a fresh proof.
 */
export const issueCard = endpoint({
  method: 'POST',
  path: '/api/cards',
  summary: 'Issue a card to a cardholder',
  access: 'session',
  permission: 'cards.issue',
  limit: cardChanges,
  body: v.object({
    idempotencyKey: Uuid,
    /** The holder's membership. */
    holder: Uuid,
    kind: v.picklist(CardKind.options, 'format'),
    /** For physical cards only. */
    shipping: v.optional(v.nullable(Shipping)),
    limit,
    ...described,
  }),
  answers: { 201: Card },
  errors: ['CARD_LIMIT_REACHED', 'BUSINESS_NOT_OPEN', 'IDEMPOTENCY_KEY_REUSED', 'OWN_CARD', 'STEP_UP_REQUIRED'],
});

/** A rule that applies to a new card, with its policy. */
const RuleOfNewCard = v.object({ layer: PolicyLayer, policyId: v.string(), policyName: v.string(), rule: Rule });

/** Describes a card before it is issued. Nothing is written or locked. */
export const tryNewCard = endpoint({
  method: 'POST',
  path: '/api/card-trials',
  summary: 'What a card that is not issued yet could do',
  access: 'session',
  permission: 'cards.try',
  limit: { per: 'session', requests: 120, windowSeconds: MINUTE },
  body: v.object({
    holder: Uuid,
    limit,
    groupIds: described.groupIds,
    controls: described.controls,
    /** Trial purchases, in US dollars. A country other than US makes a purchase foreign. */
    purchases: v.optional(
      v.pipe(
        v.array(
          v.object({
            amount: PositiveAmount,
            merchant: requiredLine(80),
            country: v.optional(v.pipe(v.string('type'), v.regex(/^[A-Z]{2}$/, 'format')), 'US'),
          }),
          'type',
        ),
        v.maxLength(5, 'tooLong'),
      ),
      [],
    ),
  }),
  answers: {
    200: v.object({
      nameOnCard: v.string(),
      /** As in `cardLimits`. */
      leftToday: v.number(),
      leftInPlan: v.number(),
      /** The groups that it joins: those that were asked for, or the one for new cards. */
      groups: v.array(Named),
      /** The rules of program, business and groups that stand above it. */
      rules: v.array(RuleOfNewCard),
      categoryGroups: v.array(GroupSnapshot),
      /** WALLET: the card has its own balance, which starts at zero and is funded from `available`. */
      source: v.picklist(['BUSINESS', 'WALLET', 'CREDIT']),
      available: Money,
      /** The decisions on the purchases, in the same order. A WALLET is treated as funded. */
      purchases: v.array(
        v.object({
          code: v.nullable(DeclineCode),
          /** The rule that refuses the purchase; null if it is refused for another reason. */
          rule: v.nullable(RuleOfNewCard),
        }),
      ),
    }),
  },
  errors: [],
});

/** How many cards can still be issued. */
export const cardLimits = endpoint({
  method: 'GET',
  path: '/api/cards/limits',
  summary: 'How many cards the business, and one of its people today, can still get',
  access: 'session',
  permission: 'cards.view',
  query: v.object({ holder: v.optional(Uuid) }),
  answers: {
    200: v.object({
      /** For the holder, today; null without one. */
      leftToday: v.nullable(v.number()),
      /** The cards that the plan still allows; closed cards are not counted. */
      leftInPlan: v.number(),
    }),
  },
  errors: [],
});

/**
 * A field that is left out stays as it is; null removes its value. 202: under four eyes, a card that leaves a group
 * with rules, or whose controls allow more, waits for a second administrator with its whole change. The same request
 * again returns the same change.
 */
export const updateCard = endpoint({
  method: 'PATCH',
  path: '/api/cards/{id}',
  summary: 'Change a card’s name, purpose, external id, groups or controls',
  access: 'session',
  permission: 'cards.update',
  limit: cardChanges,
  params: OneCard,
  body: v.object({
    ...described,
    /**
     * The revision of the card as it was read. If the card has changed since, the answer is VERSION_CONFLICT.
     */
    revision: v.optional(text(40)),
  }),
  answers: { 200: Card, 202: v.object({ change: PendingChange }) },
  errors: ['CARD_STATE', 'VERSION_CONFLICT', 'OWN_CARD'],
});
