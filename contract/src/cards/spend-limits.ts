import * as v from 'valibot';
import { DeclineCode } from './decline-codes.ts';
import { Timestamp } from '../dates/timestamp.ts';
import { endpoint } from '../endpoint.ts';
import { line, text, Uuid } from '../fields.ts';
import { Money } from '../money.ts';
import { PolicyCard } from './policies/policy-card.ts';
import {
  AmountPeriod,
  GroupSnapshot,
  LimitScope,
  PolicyLayer,
  policyLimits,
  presences,
  Rule,
} from './policies/spend-rules.ts';

const Presence = v.picklist(presences, 'format');

/** A limit with what is left of it. `limit`, `used` and `left` are minor units, or purchases where `unit` is COUNT. */
export const LimitLeft = v.object({
  layer: PolicyLayer,
  /** The policy, and the position of the rule in its version in force. */
  policyId: v.string(),
  policyName: v.string(),
  rule: v.number(),
  unit: v.picklist(['AMOUNT', 'COUNT']),
  period: AmountPeriod,
  since: v.nullable(v.string()),
  /** The category group that it is for; null for all purchases. */
  group: v.nullable(v.object({ key: v.string(), name: v.string() })),
  of: LimitScope,
  limit: v.number(),
  used: v.number(),
  left: v.number(),
  /** When it resets; null for limits of a purchase, a lifetime and since a date. */
  resetsAt: v.nullable(v.string()),
  /** The end of a temporary change, and what the limit is after it; null of other limits, and where none follows. */
  until: v.nullable(v.string()),
  again: v.nullable(v.number()),
});
export type LimitLeft = v.InferOutput<typeof LimitLeft>;

/**
 * A limit that several cards use up together, for a reader who may not see what others spend: neither what it is, nor what
 * is used or left of it.
 */
export const SharedLimit = v.object({
  of: v.picklist(['group', 'business']),
  unit: v.picklist(['AMOUNT', 'COUNT']),
  period: AmountPeriod,
  /** The category group that it is for; null for all purchases. */
  group: v.nullable(v.object({ key: v.string(), name: v.string() })),
  /** Nothing is left of it: no purchase goes through. */
  usedUp: v.boolean(),
  /** When it starts anew; null for a lifetime and a date. */
  resetsAt: v.nullable(v.string()),
});
export type SharedLimit = v.InferOutput<typeof SharedLimit>;

const BindingKind = v.picklist(['LIMIT', 'SHARED', 'FUNDS', 'CARD_LOCK']);
/** What binds: a limit (its place in `limits`), one of `shared` that is used up, the money, or the card's own lock. */
const Binding = v.object({ by: BindingKind, limit: v.nullable(v.number()) });

/** What a card can do now. */
export const CardLimits = v.object({
  card: PolicyCard,
  /** The lowest of the limits that apply to any purchase and of what is available; null if the card cannot be used. */
  leftToSpend: v.nullable(v.object({ amount: Money, binding: Binding })),
  /** Why it cannot be used at all; null if it can. */
  stopped: v.nullable(DeclineCode),
  available: Money,
  source: v.picklist(['BUSINESS', 'WALLET', 'CREDIT']),
  limits: v.array(LimitLeft),
  /** In place of limits and rules whose figures the reader may not see; empty for all others. */
  shared: v.array(SharedLimit),
  /** Every rule in force, layer by layer, without the shared ones. */
  rules: v.array(
    v.object({
      layer: PolicyLayer,
      policyId: v.string(),
      policyName: v.string(),
      index: v.number(),
      rule: Rule,
      /** The end of an override. */
      until: v.nullable(v.string()),
    }),
  ),
  groups: v.array(GroupSnapshot),
  timeZone: v.string(),
});
export type CardLimits = v.InferOutput<typeof CardLimits>;

/** What applies to the caller's own cards, with what is left. */
export const mySpendLimits = endpoint({
  method: 'GET',
  path: '/api/my-spend-limits',
  summary: 'What the cardholder’s own cards can do, and what is left',
  access: 'session',
  permission: 'my-spend-limits.view',
  answers: { 200: v.object({ cards: v.array(CardLimits) }) },
  errors: [],
});

/** What is left on the cards of a page of a list, with the limit that decides it. Cards of others are left out. */
export const cardsSpendLeft = endpoint({
  method: 'GET',
  path: '/api/cards/spend-left',
  summary: 'What is left to spend on some cards',
  access: 'session',
  permission: 'spend-policies.view',
  query: v.object({
    /** Ids, separated by commas. */
    cards: v.pipe(
      text(50 * 37),
      v.transform((ids) => ids.split(',')),
      v.array(Uuid, 'format'),
    ),
  }),
  answers: {
    200: v.object({
      cards: v.array(
        v.object({
          cardId: v.string(),
          /** Null if the card cannot be used. */
          left: v.nullable(Money),
          /** The limit that binds; null where a shared one, the money or the card's own lock does. */
          limit: v.nullable(LimitLeft),
          by: v.nullable(BindingKind),
          source: v.picklist(['BUSINESS', 'WALLET', 'CREDIT']),
        }),
      ),
    }),
  },
  errors: [],
});

export const cardSpendLimits = endpoint({
  method: 'GET',
  path: '/api/cards/{id}/spend-limits',
  summary: 'What a card can do, and what is left',
  access: 'session',
  permission: 'spend-policies.view',
  params: v.object({ id: Uuid }),
  answers: { 200: CardLimits },
  errors: [],
});

/**
 * What would help, the cheapest first. `SPEND_LESS`: up to `amount` goes through · `WAIT`: the limit resets at `until`,
 * to `amount` · `ASK_RAISE`: a raise by `amount` · `ASK_EXCEPTION`: an exception from the rule · `REQUEST_FUNDS`:
 * `amount` more · `OTHER_CARD`: another card of the holder, with `amount` left. A field that does not apply is null.
 */
const Help = v.object({
  kind: v.picklist(['SPEND_LESS', 'WAIT', 'ASK_RAISE', 'ASK_EXCEPTION', 'REQUEST_FUNDS', 'OTHER_CARD']),
  amount: v.nullable(Money),
  until: v.nullable(v.string()),
  card: v.nullable(PolicyCard),
});
export type Help = v.InferOutput<typeof Help>;

/** A rule that does not allow the whole purchase. `room`: the amount that it allows. */
const BindingRule = v.object({
  layer: PolicyLayer,
  policyId: v.string(),
  policyName: v.string(),
  index: v.number(),
  rule: Rule,
  code: DeclineCode,
  room: Money,
  resetsAt: v.nullable(v.string()),
});

/** The answer of the engine that decides purchases; it reserves nothing. */
export const CanIBuy = v.object({
  answer: v.picklist(['YES', 'PARTLY', 'NO']),
  code: v.nullable(DeclineCode),
  /** What would be approved where the terminal takes a part. */
  amount: Money,
  available: Money,
  /** The rule that binds; null where none does, or a shared limit, the money or the card itself. */
  binding: v.nullable(BindingRule),
  /** Further rules that refuse the purchase, so changing one is not enough. */
  also: v.array(BindingRule),
  /**
   * Limits in the way whose figures the reader may not see. Where one of them binds, the answer is NO: how much would be
   * approved is what they have left.
   */
  shared: v.array(v.object({ ...SharedLimit.entries, binds: v.boolean() })),
  help: v.array(Help),
});
export type CanIBuy = v.InferOutput<typeof CanIBuy>;

/** Asks whether a purchase would be approved now, by the function that decides purchases. It has no effect. */
export const canIBuy = endpoint({
  method: 'POST',
  path: '/api/can-i-buy',
  summary: 'Would this purchase be approved?',
  access: 'session',
  limit: { per: 'session', requests: 120, windowSeconds: 60 },
  body: v.object({
    /** A cardholder's own card, or any card of an administrator's business. */
    cardId: Uuid,
    /** Minor units of the business's currency. */
    amount: v.pipe(
      v.number('type'),
      v.safeInteger('format'),
      v.minValue(1, 'tooShort'),
      v.maxValue(policyLimits.amountAtMost, 'tooLong'),
    ),
    /** A code or a group. Of a group, the first code is used. */
    mcc: v.optional(
      v.nullable(v.pipe(v.number('type'), v.integer('format'), v.minValue(0, 'format'), v.maxValue(9999, 'format'))),
    ),
    group: v.optional(v.nullable(text(40))),
    merchant: v.optional(v.nullable(line(120))),
    merchantId: v.optional(v.nullable(line(80))),
    /** ISO 3166-1 alpha-2; US by default. */
    country: v.optional(v.nullable(v.pipe(v.string('type'), v.regex(/^[A-Z]{2}$/, 'format')))),
    state: v.optional(v.nullable(v.pipe(v.string('type'), v.regex(/^[A-Z0-9]{1,3}$/, 'format')))),
    currency: v.optional(v.nullable(v.pipe(v.string('type'), v.regex(/^[A-Z]{3}$/, 'format')))),
    presence: v.optional(v.nullable(Presence)),
    /** Now by default. */
    at: v.optional(v.nullable(Timestamp)),
  }),
  answers: { 200: CanIBuy },
  errors: [],
});
