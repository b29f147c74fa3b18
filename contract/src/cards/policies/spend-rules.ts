import * as v from 'valibot';
import { Day } from '../../dates/day.ts';
import { line, Uuid } from '../../fields.ts';
import { amountAtMost } from '../../money.ts';

/** The layer of a policy. Every layer must allow a purchase. An override changes only the layers below the program. */
export const PolicyLayer = v.picklist(['PROGRAM', 'BUSINESS', 'GROUP', 'CARD', 'OVERRIDE'], 'format');
export type PolicyLayer = v.InferOutput<typeof PolicyLayer>;

/** A version moves from left to right and never back. SHADOW can be skipped. */
export const PolicyVersionState = v.picklist(['DRAFT', 'SHADOW', 'ACTIVE', 'INACTIVE'], 'format');
export type PolicyVersionState = v.InferOutput<typeof PolicyVersionState>;

/** Calendar periods in the business's time zone, the shortest first; a week begins on Sunday. */
export const calendarPeriods = ['day', 'week', 'month', 'quarter', 'year', 'lifetime'] as const;
export type CalendarPeriod = (typeof calendarPeriods)[number];
export const AmountPeriod = v.picklist(['purchase', ...calendarPeriods, 'since'], 'format');
export type AmountPeriod = v.InferOutput<typeof AmountPeriod>;
const CountPeriod = v.picklist([...calendarPeriods, 'since'], 'format');

/**
 * The purchases that a limit adds up: those of one card and the cards it replaced, of the policy's group, or of the
 * business.
 */
export const LimitScope = v.picklist(['card', 'group', 'business'], 'format');
export type LimitScope = v.InferOutput<typeof LimitScope>;

/** What allow and block lists are about; `group` is a group of merchant categories. */
export const ListField = v.picklist(['group', 'mcc', 'merchant', 'country', 'state', 'currency', 'presence'], 'format');
export type ListField = v.InferOutput<typeof ListField>;

export const policyLimits = {
  rulesAtMost: 50,
  valuesAtMost: 500,
  /** Minor units. */
  amountAtMost,
  countAtMost: 1_000_000,
  nameMaxLength: 80,
  noteMaxLength: 200,
  /** Categories of an own group, as ranges. */
  rangesAtMost: 400,
  /** Those for the business and its groups. */
  policiesPerBusiness: 200,
  /** Those for one card with the cards that replace it. */
  policiesPerCard: 20,
  /** Temporary changes of one card, in force or about to be. */
  overridesPerCard: 50,
  /** Own groups of categories of one business. */
  groupsPerBusiness: 100,
} as const;

const whole = (from: number, to: number) =>
  v.pipe(v.number('type'), v.safeInteger('format'), v.minValue(from, 'tooShort'), v.maxValue(to, 'tooLong'));

/** The key of a built-in group of categories (merchant-categories.ts), or the id of an own one. */
export const GroupKey = v.union([v.pipe(v.string('type'), v.regex(/^[A-Z][A-Z_]{1,30}$/, 'format')), Uuid], 'format');

const limitOf = {
  /** The purchases of one group of categories only. */
  group: v.optional(GroupKey),
  /** The card's by default. */
  of: v.optional(LimitScope),
  /** yyyy-mm-dd in the business's time zone; with period `since` only. */
  since: v.optional(Day),
};

/** Minor units of the business's currency that may be spent in a period. */
const AmountRule = v.object({
  kind: v.literal('amount'),
  period: AmountPeriod,
  limit: whole(0, policyLimits.amountAtMost),
  ...limitOf,
});
const CountRule = v.object({
  kind: v.literal('count'),
  period: CountPeriod,
  limit: whole(0, policyLimits.countAtMost),
  ...limitOf,
});
/**
 * Only these, or none of these. Values: keys of groups, codes of four digits, merchant ids or name patterns with `*` at
 * their ends, countries (ISO 3166-1 alpha-2), states (`NY`), currencies (ISO 4217), presences. If a purchase does not
 * have the field, such as the state of a foreign purchase, the list does not apply to it.
 */
const ListRule = v.object({
  kind: v.picklist(['allow', 'block'], 'format'),
  field: ListField,
  values: v.pipe(v.array(line(80), 'type'), v.maxLength(policyLimits.valuesAtMost, 'tooLong')),
});
/**
 * Minutes of the local day. A window with `from` above `to` includes midnight and belongs to the day on which it
 * begins.
 */
export const HourWindow = v.object({
  /** 0 is Sunday. */
  weekdays: v.pipe(v.array(whole(0, 6), 'type'), v.maxLength(7, 'tooLong')),
  from: whole(0, 1440),
  to: whole(0, 1440),
});
const HoursRule = v.object({
  kind: v.literal('hours'),
  windows: v.pipe(v.array(HourWindow, 'type'), v.maxLength(14, 'tooLong')),
  /** Groups of categories that may charge at any time, such as hotels. */
  exempt: v.optional(v.pipe(v.array(GroupKey, 'type'), v.maxLength(50, 'tooLong'))),
});
/** No purchase while more receipts than that are overdue. */
const ReceiptsRule = v.object({
  kind: v.literal('receipts'),
  overdueAtMost: whole(0, 1000),
  withinDays: v.optional(whole(1, 60)),
  /** Minor units; smaller purchases need no receipt. */
  fromAmount: v.optional(whole(0, policyLimits.amountAtMost)),
});

export const Rule = v.union([AmountRule, CountRule, ListRule, HoursRule, ReceiptsRule], 'format');
export type Rule = v.InferOutput<typeof Rule>;
export type LimitRule = Extract<Rule, { kind: 'amount' | 'count' }>;
export type ListRule = Extract<Rule, { kind: 'allow' | 'block' }>;

export const Rules = v.pipe(v.array(Rule, 'type'), v.maxLength(policyLimits.rulesAtMost, 'tooLong'));

/** Category codes from one to another, both included. */
export const CategoryRange = v.object({ from: whole(0, 9999), to: whole(0, 9999) });
export type CategoryRange = v.InferOutput<typeof CategoryRange>;

/** A group as it was when the version was saved. Later changes of the group do not affect the version. */
export const GroupSnapshot = v.object({ key: v.string(), name: v.string(), ranges: v.array(CategoryRange) });
export type GroupSnapshot = v.InferOutput<typeof GroupSnapshot>;

/** The rules of a version. They never change. */
export const PolicyDocument = v.object({ rules: v.array(Rule), groups: v.array(GroupSnapshot) });
export type PolicyDocument = v.InferOutput<typeof PolicyDocument>;

/**
 * The subject of a rule. A policy has at most one rule for each key, and an override's limit replaces the limit with
 * the same key.
 */
export function ruleKey(rule: Rule): string {
  switch (rule.kind) {
    case 'amount':
    case 'count':
      return [rule.kind, rule.period, rule.since ?? '', rule.group ?? '*', rule.of ?? 'card'].join(':');
    case 'allow':
    case 'block':
      return `${rule.kind}:${rule.field}`;
    case 'hours':
    case 'receipts':
      return rule.kind;
  }
}

/**
 * Why rules cannot be saved. `shorterAboveLonger`: the limit of a shorter period is above that of a longer one, `other`
 * · `twice`: another rule, `other`, is about the same · `empty`: a list without values, or hours without days ·
 * `value`: a value is not valid for its field · `pattern`: a merchant's name pattern has `*` inside, or fewer than
 * three characters besides · `unknownGroup`: no such group of categories · `since`: the date is missing, or given for
 * another period · `scope`: the policy has no group or no business whose purchases could be added up · `noRules`:
 * nothing to save · `tooManyPolicies`: the business, or the card, has as many policies or temporary changes as allowed.
 */
export const policyProblemKinds = [
  'shorterAboveLonger',
  'twice',
  'empty',
  'value',
  'pattern',
  'unknownGroup',
  'since',
  'scope',
  'noRules',
  'tooManyPolicies',
] as const;
export type PolicyProblemKind = (typeof policyProblemKinds)[number];

/** A problem, the index of its rule, and the index of the other rule that it contradicts. */
export interface PolicyProblem {
  rule: number | null;
  problem: PolicyProblemKind;
  other: number | null;
}

export const presences = ['PRESENT', 'NOT_PRESENT', 'WALLET', 'CASH'] as const;
const patterns: Record<Exclude<ListField, 'merchant' | 'group'>, RegExp> = {
  mcc: /^\d{4}$/,
  country: /^[A-Z]{2}$/,
  state: /^[A-Z0-9]{1,3}$/,
  currency: /^[A-Z]{3}$/,
  presence: new RegExp(`^(${presences.join('|')})$`),
};

/** A merchant's id or name, or a part of the name with `*` at its ends: a bounded match, never a regular expression. */
function isMerchantPattern(value: string): boolean {
  const inner = value.replace(/^\*/, '').replace(/\*$/, '');
  return !inner.includes('*') && (inner === value ? inner.length > 0 : inner.trim().length >= 3);
}

/** The scopes that a limit of a layer may have. Limits of a program or a business are per card or for the business. */
const scopes: Record<PolicyLayer, readonly LimitScope[]> = {
  PROGRAM: ['card', 'business'],
  BUSINESS: ['card', 'business'],
  GROUP: ['card', 'group'],
  CARD: ['card'],
  OVERRIDE: ['card'],
};

const lengths: readonly AmountPeriod[] = ['purchase', ...calendarPeriods];

/** What prevents rules from being saved in a policy of that layer; empty where nothing does. */
export function policyProblems(
  rules: readonly Rule[],
  layer: PolicyLayer,
  isGroup: (key: string) => boolean,
): PolicyProblem[] {
  if (rules.length === 0) return [{ rule: null, problem: 'noRules', other: null }];
  return rules.flatMap((rule, index) => [
    ...ownProblems(rule, layer, isGroup).map((problem) => ({ rule: index, problem, other: null })),
    ...contradictions(rules, rule, index),
  ]);
}

function ownProblems(rule: Rule, layer: PolicyLayer, isGroup: (key: string) => boolean): PolicyProblemKind[] {
  switch (rule.kind) {
    case 'amount':
    case 'count':
      return [
        ...((rule.period === 'since') === (rule.since !== undefined) ? [] : (['since'] as const)),
        ...(rule.group === undefined || isGroup(rule.group) ? [] : (['unknownGroup'] as const)),
        ...(scopes[layer].includes(rule.of ?? 'card') ? [] : (['scope'] as const)),
      ];
    case 'allow':
    case 'block':
      return listProblems(rule, isGroup);
    case 'hours':
      return [
        ...(rule.windows.some(({ weekdays, from, to }) => weekdays.length > 0 && from !== to)
          ? []
          : (['empty'] as const)),
        ...((rule.exempt ?? []).every(isGroup) ? [] : (['unknownGroup'] as const)),
      ];
    case 'receipts':
      return [];
  }
}

function listProblems({ field, values }: ListRule, isGroup: (key: string) => boolean): PolicyProblemKind[] {
  if (values.length === 0) return ['empty'];
  if (field === 'group') return values.every(isGroup) ? [] : ['unknownGroup'];
  if (field === 'merchant') return values.every(isMerchantPattern) ? [] : ['pattern'];
  return values.every((value) => patterns[field].test(value)) ? [] : ['value'];
}

/** The problems of a rule with the rules before and after it, each pair once. */
function contradictions(rules: readonly Rule[], rule: Rule, index: number): PolicyProblem[] {
  const same = rules.findIndex((other) => ruleKey(other) === ruleKey(rule));
  const twice: PolicyProblem[] = same < index ? [{ rule: index, problem: 'twice', other: same }] : [];
  if (!isLimit(rule)) return twice;
  const longer = rules.findIndex(
    (other) =>
      isLimit(other) &&
      other.kind === rule.kind &&
      other.group === rule.group &&
      (other.of ?? 'card') === (rule.of ?? 'card') &&
      lengths.indexOf(rule.period) >= 0 &&
      lengths.indexOf(other.period) > lengths.indexOf(rule.period) &&
      other.limit < rule.limit,
  );
  return longer < 0 ? twice : [...twice, { rule: index, problem: 'shorterAboveLonger', other: longer }];
}

export const isLimit = (rule: Rule): rule is LimitRule => rule.kind === 'amount' || rule.kind === 'count';

/** A limit that several cards use up together: what is used of it tells what others spend. */
export const isSharedLimit = (rule: Rule): rule is LimitRule & { of: 'group' | 'business' } =>
  isLimit(rule) && rule.period !== 'purchase' && (rule.of ?? 'card') !== 'card';
