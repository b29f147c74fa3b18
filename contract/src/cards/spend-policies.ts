import * as v from 'valibot';
import { BulkReport, Named, Selected } from './card-parts.ts';
import { DeclineCode } from './decline-codes.ts';
import { endpoint } from '../endpoint.ts';
import { ExportFormat, exportLimit, exportTypes } from '../exports.ts';
import { Timestamp } from '../dates/timestamp.ts';
import { line, listOf, requiredLine, text, Uuid } from '../fields.ts';
import { bulkCards, MINUTE } from '../limits.ts';
import { Money } from '../money.ts';
import { pageQuery } from '../pages.ts';
import { PolicyCard } from './policies/policy-card.ts';
import {
  CategoryRange,
  PolicyDocument,
  PolicyLayer,
  policyLimits,
  PolicyVersionState,
  Rules,
} from './policies/spend-rules.ts';

const note = v.optional(v.nullable(line(policyLimits.noteMaxLength)));
const Cursor = v.optional(v.pipe(v.string('type'), v.regex(/^[A-Za-z0-9_-]{1,200}$/, 'format')));

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
  group: v.nullable(Named),
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

/** A warning for the editor (policies/spend-warnings.ts). */
const Warning = v.object({
  version: v.number(),
  rule: v.number(),
  warning: v.picklist(['categoryInTwoGroups', 'neverAllowed']),
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
  /** Without the limits of single cards, which cards began with or were given many at once; or only those. */
  limits: v.optional(v.picklist(['WITHOUT', 'ONLY'], 'format')),
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
      /** How many policies of the business are limits of single cards; not there after the first page. */
      cardLimits: v.optional(v.number()),
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

/** When the version was created that the person has read. If its rules have changed since, the answer is VERSION_CONFLICT. */
const read = v.optional(Timestamp);

/** Evaluates a draft in addition to the active version, for every purchase and without any effect. */
export const shadowSpendPolicyVersion = endpoint({
  method: 'POST',
  path: '/api/spend-policies/{id}/versions/{number}/shadow',
  summary: 'Run a draft in shadow',
  access: 'session',
  permission: 'spend-policies.change',
  params: ofVersion,
  body: v.object({ replaces: read }),
  answers: { 200: SpendPolicy },
  errors: ['STEP_NOT_POSSIBLE', 'VERSION_CONFLICT'],
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
    replaces: read,
  }),
  answers: { 200: SpendPolicy },
  errors: ['STEP_NOT_POSSIBLE', 'VERSION_CONFLICT', 'SECOND_ADMINISTRATOR_REQUIRED', 'OWN_CARD'],
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

const CardDefault = v.object({
  /** The group that new cards join unless another is chosen. Its policies apply to them. Null: none. */
  group: v.nullable(Named),
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
