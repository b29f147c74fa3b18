import * as v from 'valibot';
import { BulkReport, Selected } from './bulk-report.ts';
import { DeclineCode } from './decline-codes.ts';
import { endpoint } from '../endpoint.ts';
import { ExportFormat, exportLimit, exportTypes } from '../exports.ts';
import { Timestamp } from '../dates/timestamp.ts';
import { line, listOf, requiredLine, text, Uuid } from '../fields.ts';
import { bulkCards, MINUTE } from '../limits.ts';
import { Money } from '../money.ts';
import { pageQuery } from '../pages.ts';
import { PendingChange } from '../access/pending-changes.ts';
import {
  AmountPeriod,
  CategoryRange,
  GroupSnapshot,
  LimitScope,
  PolicyDocument,
  PolicyLayer,
  policyLimits,
  PolicyVersionState,
  presences,
  Rule,
  Rules,
} from './policies/spend-rules.ts';

const Presence = v.picklist(presences, 'format');
const note = v.optional(v.nullable(line(policyLimits.noteMaxLength)));
const Cursor = v.optional(v.pipe(v.string('type'), v.regex(/^[A-Za-z0-9_-]{1,200}$/, 'format')));

/** A card as a policy names it; `last4` and `name` are those of the newest card of its chain. */
const PolicyCard = v.object({
  cardId: v.string(),
  last4: v.string(),
  name: v.nullable(v.string()),
  cardholder: v.nullable(v.string()),
});

/** A version of a policy. `number` counts within the policy; a draft that is saved again keeps its number. */
export const PolicyVersion = v.object({
  number: v.number(),
  state: PolicyVersionState,
  document: PolicyDocument,
  /** The number of the version that it was made from, to show the difference; null for the first. */
  basedOn: v.nullable(v.number()),
  note: v.nullable(v.string()),
  createdAt: v.string(),
  createdBy: v.nullable(v.string()),
  /** When an active or former version begins or began, possibly in the future. */
  from: v.nullable(v.string()),
  until: v.nullable(v.string()),
  /** Since when it has run in shadow. */
  shadowFrom: v.nullable(v.string()),
});
export type PolicyVersion = v.InferOutput<typeof PolicyVersion>;

/** A policy in a list. */
export const SpendPolicyLine = v.object({
  id: v.string(),
  name: v.string(),
  layer: PolicyLayer,
  /** Of a policy for a group. */
  group: v.nullable(v.object({ id: v.string(), name: v.string() })),
  /** Of a policy for a card. */
  card: v.nullable(PolicyCard),
  /** The number of open cards to which it applies, and of their holders. */
  cards: v.number(),
  people: v.number(),
  /** The numbers of the versions in force, in shadow, in draft, and next in force. */
  active: v.nullable(v.number()),
  next: v.nullable(v.number()),
  shadow: v.nullable(v.number()),
  draft: v.nullable(v.number()),
  /** The rules in force; those of the draft where there are none yet. */
  document: PolicyDocument,
  /** What the cards under it have spent this month; null for administrators who may not see purchases. */
  spent: v.nullable(Money),
});
export type SpendPolicyLine = v.InferOutput<typeof SpendPolicyLine>;

/** A warning for the editor: a category is in two groups that each have a limit, and the lower limit applies. */
const Warning = v.object({
  version: v.number(),
  rule: v.number(),
  warning: v.picklist(['categoryInTwoGroups']),
  other: v.number(),
  ranges: v.array(CategoryRange),
});

export const SpendPolicy = v.object({
  ...SpendPolicyLine.entries,
  /** The newest first. */
  versions: v.array(PolicyVersion),
  warnings: v.array(Warning),
});
export type SpendPolicy = v.InferOutput<typeof SpendPolicy>;

/**
 * What policies can be sorted by: LAYER has those for the business first, then those for groups, then those for cards, each
 * by name. SPENT needs the permission to test policies, because it tells what was spent.
 */
export const PolicySort = v.picklist(['LAYER', 'NAME', 'CARDS', 'SPENT'], 'format');
export type PolicySort = v.InferOutput<typeof PolicySort>;

const OwnLayer = v.picklist(['BUSINESS', 'GROUP', 'CARD'], 'format');

/** What the list of policies can be filtered and sorted by. */
const view = {
  /** Layers, separated by commas. */
  layer: v.optional(listOf(OwnLayer)),
  /** A part of the name of the policy, its group, its card or the cardholder. */
  text: v.optional(line(policyLimits.nameMaxLength)),
  sort: v.optional(PolicySort, 'LAYER'),
  order: v.optional(v.picklist(['ASC', 'DESC'], 'format'), 'ASC'),
};

export const spendPolicies = endpoint({
  method: 'GET',
  path: '/api/spend-policies',
  summary: 'The policies of the business, and the protections of its program',
  access: 'session',
  permission: 'spend-policies.view',
  /** `cursor`: the last policy of the page before. */
  query: v.object({ ...pageQuery, ...view }),
  answers: {
    200: v.object({
      policies: v.array(SpendPolicyLine),
      nextCursor: v.nullable(v.string()),
      /** Rules of the program, which no policy can lift. */
      protections: PolicyDocument,
      /** IANA name; days and resets are of this zone. */
      timeZone: v.string(),
    }),
  },
  errors: [],
});

/** The columns of the list of policies that can be switched off. */
export const policyColumns = ['layer', 'rules', 'versions', 'under', 'spent'] as const;
export type PolicyColumn = (typeof policyColumns)[number];

export const exportSpendPolicies = endpoint({
  method: 'GET',
  path: '/api/spend-policies/export',
  summary: 'The policies of the business as a CSV or XLSX file, filtered and sorted as the list',
  access: 'session',
  permission: 'spend-policies.view',
  limit: exportLimit,
  query: v.object({
    ...view,
    format: ExportFormat,
    /** Columns that the file leaves out, separated by commas. */
    hide: v.optional(listOf(v.picklist(policyColumns, 'format'))),
  }),
  file: Object.values(exportTypes),
  answers: { 200: null },
  errors: [],
});

export const spendPolicy = endpoint({
  method: 'GET',
  path: '/api/spend-policies/{id}',
  summary: 'A policy with its versions',
  access: 'session',
  permission: 'spend-policies.view',
  params: v.object({ id: Uuid }),
  answers: { 200: SpendPolicy },
  errors: [],
});

/** Creates a policy with a draft; it has no effect before a version is activated. */
export const createSpendPolicy = endpoint({
  method: 'POST',
  path: '/api/spend-policies',
  summary: 'Create a policy for the business, a group of cards or a card, as a draft',
  access: 'session',
  permission: 'spend-policies.change',
  body: v.object({
    name: requiredLine(policyLimits.nameMaxLength),
    layer: OwnLayer,
    /** With layer GROUP only. */
    groupId: v.optional(v.nullable(Uuid)),
    /** With layer CARD only. */
    cardId: v.optional(v.nullable(Uuid)),
    rules: Rules,
    note,
  }),
  answers: { 201: SpendPolicy },
  errors: ['POLICY_INVALID'],
});

/**
 * Puts the same rules in force on many cards, each in a policy of that card with this name, which is created where it is
 * missing. A card on which they are in force already is not changed. `cardIds`, or `csv` with the column `card` (id,
 * external id, or last four digits where they are unambiguous).
 */
export const setCardPolicies = endpoint({
  method: 'POST',
  path: '/api/spend-policies/cards',
  summary: 'Put rules in force on many cards, with a dry run first and a report line by line',
  access: 'session',
  permission: 'spend-policies.change',
  limit: { per: 'session', requests: 60, windowSeconds: 10 * MINUTE },
  body: v.object({
    /** A repeated key with the same content changes nothing again. A dry run does not use the key up. */
    idempotencyKey: Uuid,
    dryRun: v.boolean('type'),
    name: requiredLine(policyLimits.nameMaxLength),
    /** The rules take the place of the limit that each card began with, also where that was renamed; else of `name`. */
    startingLimit: v.optional(v.boolean('type'), false),
    rules: Rules,
    note,
    cardIds: v.optional(Selected),
    csv: v.optional(text(bulkCards.csvMaxLength)),
  }),
  answers: { 200: BulkReport },
  errors: ['POLICY_INVALID', 'IDEMPOTENCY_KEY_REUSED'],
});

export const renameSpendPolicy = endpoint({
  method: 'PATCH',
  path: '/api/spend-policies/{id}',
  summary: 'Rename a policy',
  access: 'session',
  permission: 'spend-policies.change',
  params: v.object({ id: Uuid }),
  body: v.object({
    name: requiredLine(policyLimits.nameMaxLength),
    /** The name as it was read. If the policy has been renamed since, the answer is VERSION_CONFLICT. */
    replaces: v.optional(text(policyLimits.nameMaxLength)),
  }),
  answers: { 200: SpendPolicy },
  errors: ['VERSION_CONFLICT'],
});

const draftPath = '/api/spend-policies/{id}/draft';

/** Saves rules as the policy's draft, in place of an earlier draft. */
export const saveSpendPolicyDraft = endpoint({
  method: 'PUT',
  path: draftPath,
  summary: 'Save the draft of a policy',
  access: 'session',
  permission: 'spend-policies.change',
  params: v.object({ id: Uuid }),
  body: v.object({
    rules: Rules,
    note,
    /**
     * When the draft in the editor was created; null if the editor shows none. If another draft was saved since, the
     * answer is VERSION_CONFLICT.
     */
    replaces: v.optional(v.nullable(Timestamp)),
  }),
  answers: { 200: SpendPolicy },
  errors: ['POLICY_INVALID', 'VERSION_CONFLICT'],
});

export const discardSpendPolicyDraft = endpoint({
  method: 'DELETE',
  path: draftPath,
  summary: 'Discard the draft of a policy',
  access: 'session',
  permission: 'spend-policies.change',
  params: v.object({ id: Uuid }),
  query: v.object({
    /** When the draft was created that is discarded. If another was saved since, the answer is VERSION_CONFLICT. */
    replaces: v.optional(Timestamp),
  }),
  answers: { 200: SpendPolicy },
  errors: ['STEP_NOT_POSSIBLE', 'VERSION_CONFLICT'],
});

const ofVersion = v.object({
  id: Uuid,
  /** Any other text is not a version number. */
  number: v.pipe(
    text(40),
    v.transform((s) => (/^[1-9]\d{0,5}$/.test(s) ? Number(s) : 0)),
  ),
});

/** Evaluates a draft in addition to the active version, for every purchase and without any effect. */
export const shadowSpendPolicyVersion = endpoint({
  method: 'POST',
  path: '/api/spend-policies/{id}/versions/{number}/shadow',
  summary: 'Run a draft in shadow',
  access: 'session',
  permission: 'spend-policies.change',
  params: ofVersion,
  answers: { 200: SpendPolicy },
  errors: ['STEP_NOT_POSSIBLE'],
});

/** Puts a draft or a version in shadow in force, and ends the version before it. */
export const activateSpendPolicyVersion = endpoint({
  method: 'POST',
  path: '/api/spend-policies/{id}/versions/{number}/activate',
  summary: 'Put a version in force, now or from a moment on',
  access: 'session',
  permission: 'spend-policies.change',
  params: ofVersion,
  body: v.object({
    /** At once if it is missing; otherwise in the future, within a year. */
    from: v.optional(v.nullable(Timestamp)),
  }),
  answers: { 200: SpendPolicy },
  errors: ['STEP_NOT_POSSIBLE', 'SECOND_ADMINISTRATOR_REQUIRED', 'OWN_CARD'],
});

/** Puts the rules of an earlier version in force again, at once, as a new version. */
export const restoreSpendPolicyVersion = endpoint({
  method: 'POST',
  path: '/api/spend-policies/{id}/versions/{number}/restore',
  summary: 'Go back to an earlier version',
  access: 'session',
  permission: 'spend-policies.change',
  params: ofVersion,
  answers: { 200: SpendPolicy },
  errors: ['STEP_NOT_POSSIBLE', 'POLICY_INVALID', 'SECOND_ADMINISTRATOR_REQUIRED', 'OWN_CARD'],
});

/** Ends a version in force, next in force or in shadow. */
export const deactivateSpendPolicyVersion = endpoint({
  method: 'POST',
  path: '/api/spend-policies/{id}/versions/{number}/deactivate',
  summary: 'End a version',
  access: 'session',
  permission: 'spend-policies.change',
  params: ofVersion,
  answers: { 200: SpendPolicy },
  errors: ['STEP_NOT_POSSIBLE', 'SECOND_ADMINISTRATOR_REQUIRED', 'OWN_CARD'],
});

export const spendPolicyCards = endpoint({
  method: 'GET',
  path: '/api/spend-policies/{id}/cards',
  summary: 'The open cards under a policy',
  access: 'session',
  permission: 'spend-policies.view',
  params: v.object({ id: Uuid }),
  query: v.object({ cursor: Cursor }),
  answers: { 200: v.object({ items: v.array(PolicyCard), nextCursor: v.nullable(v.string()) }) },
  errors: [],
});

const TestedPurchase = v.object({
  transactionId: v.string(),
  at: v.string(),
  merchant: v.string(),
  card: PolicyCard,
  amount: Money,
});

/** The result of applying rules to the stored decisions. Nothing is changed. */
export const Backtest = v.object({
  from: v.string(),
  to: v.string(),
  /** Purchases that were approved in the period, and how many of them the rules would have declined. */
  purchases: v.number(),
  declined: v.number(),
  /** The sum of those that would have been declined, and how many people made them. */
  amount: Money,
  people: v.number(),
  /** Purchases that were declined in the period, and how many of them the rules would have let through. */
  declines: v.number(),
  lifted: v.number(),
  /** yyyy-mm-dd in the business's time zone; days without a purchase are left out. */
  days: v.array(v.object({ date: v.string(), purchases: v.number(), declined: v.number() })),
  /** The newest ones that would have been declined, at most 100, with the rule by its place in the draft. */
  items: v.array(v.object({ ...TestedPurchase.entries, code: DeclineCode, rule: v.number() })),
  /** The newest ones that would have gone through, at most 100. */
  liftedItems: v.array(TestedPurchase),
  /** The period was longer than one test can read, so it begins at `from` instead of the requested time. */
  shortened: v.boolean(),
});
export type Backtest = v.InferOutput<typeof Backtest>;

/** Applies rules to the stored decisions of a period. Nothing is saved. */
export const backtestSpendPolicy = endpoint({
  method: 'POST',
  path: '/api/spend-policy-backtests',
  summary: 'What rules would have declined in a period',
  access: 'session',
  permission: 'spend-policies.test',
  limit: { per: 'session', requests: 120, windowSeconds: 60 },
  body: v.object({
    /** The policy whose active version the rules would replace or, for a new policy, its target. */
    policyId: v.optional(v.nullable(Uuid)),
    layer: v.optional(v.nullable(v.picklist(['BUSINESS', 'GROUP', 'CARD'], 'format'))),
    groupId: v.optional(v.nullable(Uuid)),
    cardId: v.optional(v.nullable(Uuid)),
    rules: Rules,
    /** The last 30 days by default; at most 92 days. */
    from: v.optional(v.nullable(Timestamp)),
    to: v.optional(v.nullable(Timestamp)),
  }),
  answers: { 200: Backtest },
  errors: ['POLICY_INVALID'],
});

/** What a version in shadow would have decided so far, compared with the real decisions. */
export const ShadowResults = v.object({
  from: v.string(),
  decisions: v.number(),
  /** It would have declined what was approved; it would have approved what was declined. */
  stricter: v.number(),
  looser: v.number(),
  /**
   * The newest purchases with a different result, at most 100. `code` is that of the shadow version, or null if it
   * would have approved.
   */
  items: v.array(v.object({ ...TestedPurchase.entries, code: v.nullable(DeclineCode) })),
});

/**
 * Purchases of the cards under the policy since it has run in shadow. If two policies of a card run in shadow at once,
 * the stored result is that of both together.
 */
export const spendPolicyShadow = endpoint({
  method: 'GET',
  path: '/api/spend-policies/{id}/shadow',
  summary: 'How the version in shadow differs from what was decided',
  access: 'session',
  permission: 'spend-policies.test',
  params: v.object({ id: Uuid }),
  answers: { 200: ShadowResults },
  errors: ['STEP_NOT_POSSIBLE'],
});

/**
 * A temporary change for one card: a limit that replaces the one with the same period and group, or an exception from a
 * list.
 */
export const SpendOverride = v.object({
  id: v.string(),
  card: PolicyCard,
  document: PolicyDocument,
  note: v.nullable(v.string()),
  from: v.string(),
  until: v.string(),
  createdAt: v.string(),
  createdBy: v.nullable(v.string()),
  state: v.picklist(['NEXT', 'ACTIVE', 'ENDED']),
});
export type SpendOverride = v.InferOutput<typeof SpendOverride>;

export const spendOverrides = endpoint({
  method: 'GET',
  path: '/api/spend-overrides',
  summary: 'Temporary changes of what cards can do, those in force first',
  access: 'session',
  permission: 'spend-policies.view',
  query: v.object({ cardId: v.optional(Uuid) }),
  answers: { 200: v.object({ items: v.array(SpendOverride) }) },
  errors: [],
});

/**
 * Changes what a card can do until a moment. An amount or count limit replaces the one of the same period and group; an
 * allow list makes an exception from the lists of business, group and card. The rules of the program still apply.
 */
/** 202: under four eyes, a raise or an exception waits for a second administrator (pending-changes.ts). */
export const createSpendOverride = endpoint({
  method: 'POST',
  path: '/api/spend-overrides',
  summary: 'Change what a card can do, for a time',
  access: 'session',
  permission: 'spend-policies.override',
  body: v.object({
    cardId: Uuid,
    rules: Rules,
    from: v.optional(v.nullable(Timestamp)),
    /** After now and `from`; at most a year later. */
    until: Timestamp,
    note,
  }),
  answers: { 201: SpendOverride, 202: v.object({ change: PendingChange }) },
  errors: ['OWN_CARD', 'POLICY_INVALID', 'CARD_STATE'],
});

/** 202: under four eyes, the end of a restriction waits for a second administrator (pending-changes.ts). */
export const endSpendOverride = endpoint({
  method: 'POST',
  path: '/api/spend-overrides/{id}/end',
  summary: 'End a temporary change at once',
  access: 'session',
  permission: 'spend-policies.override',
  params: v.object({ id: Uuid }),
  answers: { 200: SpendOverride, 202: v.object({ change: PendingChange }) },
  errors: ['STEP_NOT_POSSIBLE', 'OWN_CARD'],
});

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

/** A group of merchant categories: a built-in one with its key, or one of the business with its id as key. */
export const CategoryGroupLine = v.object({
  key: v.string(),
  name: v.string(),
  ranges: v.array(CategoryRange),
  own: v.boolean(),
  /** Policies that name it in a version in force, in shadow or in draft. */
  policies: v.number(),
  /** When an own one was changed last. */
  changedAt: v.nullable(v.string()),
});

export type CategoryGroupLine = v.InferOutput<typeof CategoryGroupLine>;

export const categoryGroupList = endpoint({
  method: 'GET',
  path: '/api/merchant-category-groups',
  summary: 'The groups of merchant categories that policies can name',
  access: 'session',
  permission: 'spend-policies.view',
  answers: { 200: v.object({ groups: v.array(CategoryGroupLine) }) },
  errors: [],
});

const groupBody = v.object({
  name: requiredLine(policyLimits.nameMaxLength),
  ranges: v.pipe(
    v.array(CategoryRange, 'type'),
    v.minLength(1, 'tooShort'),
    v.maxLength(policyLimits.rangesAtMost, 'tooLong'),
    v.check((ranges) => ranges.every(({ from, to }) => from <= to), 'format'),
  ),
});

export const createCategoryGroup = endpoint({
  method: 'POST',
  path: '/api/merchant-category-groups',
  summary: 'Create a group of merchant categories',
  access: 'session',
  permission: 'spend-policies.change',
  body: groupBody,
  answers: { 201: CategoryGroupLine },
  errors: ['VERSION_CONFLICT', 'STEP_NOT_POSSIBLE'],
});

/** Saved versions keep the group as it was when they were saved. */
export const changeCategoryGroup = endpoint({
  method: 'PUT',
  path: '/api/merchant-category-groups/{id}',
  summary: 'Change an own group of merchant categories',
  access: 'session',
  permission: 'spend-policies.change',
  params: v.object({ id: Uuid }),
  body: v.object({
    ...groupBody.entries,
    /** The group as it was read. If it has changed since, the answer is VERSION_CONFLICT, as for a name that is taken. */
    replaces: v.optional(v.object({ name: text(policyLimits.nameMaxLength), ranges: v.array(CategoryRange, 'type') })),
  }),
  answers: { 200: CategoryGroupLine },
  errors: ['VERSION_CONFLICT'],
});

export const deleteCategoryGroup = endpoint({
  method: 'DELETE',
  path: '/api/merchant-category-groups/{id}',
  summary: 'Delete an own group of merchant categories',
  access: 'session',
  permission: 'spend-policies.change',
  params: v.object({ id: Uuid }),
  query: v.object({
    /** `changedAt` of the group as it was read. If it has changed since, the answer is VERSION_CONFLICT. */
    replaces: v.optional(Timestamp),
  }),
  answers: { 204: null },
  errors: ['VERSION_CONFLICT'],
});

const CardDefault = v.object({
  /** The group that new cards join unless another is chosen. Its policies apply to them. Null: none. */
  group: v.nullable(v.object({ id: v.string(), name: v.string() })),
});

export const newCardDefault = endpoint({
  method: 'GET',
  path: '/api/new-card-default',
  summary: 'The group whose policies hold for new cards',
  access: 'session',
  permission: 'spend-policies.view',
  answers: { 200: CardDefault },
  errors: [],
});

export const changeNewCardDefault = endpoint({
  method: 'PUT',
  path: '/api/new-card-default',
  summary: 'Choose the group whose policies hold for new cards',
  access: 'session',
  permission: 'spend-policies.change',
  body: v.object({
    groupId: v.nullable(Uuid),
    /** The group that the form shows. If the group has changed since, the answer is VERSION_CONFLICT. */
    replaces: v.nullable(Uuid),
  }),
  answers: { 200: CardDefault },
  errors: ['VERSION_CONFLICT'],
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
