import type { DeclineCode } from '@florin/contract/cards/decline-codes';
import {
  ruleKey,
  type CategoryRange,
  type GroupSnapshot,
  type LimitRule,
  type ListField,
  type ListRule,
  type PolicyLayer,
  type Rule,
} from '@florin/contract/cards/policies/spend-rules';
import type { Calendar } from './calendar.ts';
import { refused, type Facts, type Purchase } from './facts.ts';
import { amountIn, countIn, dimensionOf, placeOf, type Dimension, type Windows } from './windows.ts';

/**
 * The amount up to which a rule allows a purchase, in minor units. Every kind of rule answers this one question.
 * Infinity: no limit · `refused`: any amount is refused · null: the rule does not apply.
 */
export type Room = (purchase: Purchase, facts: Facts, calendar: Calendar) => number | null;

export interface CompiledRule {
  rule: Rule;
  key: string;
  layer: PolicyLayer;
  /** The version, and the rule's position in it. */
  versionId: number;
  index: number;
  code: (purchase: Pick<Purchase, 'presence'>) => DeclineCode;
  room: Room;
  /** What the limit counts; null for a limit on single purchases and for other rules. */
  counter: Counter | null;
}

/** Where a limit reads its usage. */
export interface Counter {
  dimension: Dimension;
  /** In the period of the calendar: minor units, or purchases. */
  used: (facts: Facts, calendar: Calendar) => number;
}

/** The codes of a group, from the version's own snapshot: no other version can change what it means. */
type CodesOf = (key: string) => ReadonlySet<number>;

/**
 * Compiles a rule to a function. `exempt`: whether an override allows the purchase, so that this list does not refuse
 * it.
 */
export function compileRule(
  rule: Rule,
  place: { layer: PolicyLayer; versionId: number; index: number; subjectId: string | null },
  groups: readonly GroupSnapshot[],
  exempt: (purchase: Purchase) => boolean = () => false,
): CompiledRule {
  const codesOf = codesOfGroups(groups);
  const { layer, versionId, index } = place;
  const common = { rule, key: ruleKey(rule), layer, versionId, index, counter: null };
  switch (rule.kind) {
    case 'amount':
    case 'count': {
      const counter = rule.period === 'purchase' ? null : counterOf(rule, rule.period, place.subjectId);
      return { ...common, counter, code: always(limitCode(rule)), room: limitRoom(rule, counter, codesOf) };
    }
    case 'allow':
    case 'block':
      return {
        ...common,
        code: isHomeOnly(rule) ? always('international_off') : listCode(rule.field),
        room: listRoom(rule, codesOf, exempt),
      };
    case 'hours':
      return { ...common, code: always('time_window'), room: hoursRoom(rule, codesOf) };
    case 'receipts':
      return {
        ...common,
        code: always('receipts_overdue'),
        room: (_, { card }) => (card.receiptsOverdue > rule.overdueAtMost ? refused : Infinity),
      };
  }
}

const sets = new WeakMap<readonly CategoryRange[], ReadonlySet<number>>();

/** Codes by the key of a group; an unknown group has none. */
export const codesOfGroups =
  (groups: readonly GroupSnapshot[]): CodesOf =>
  (key) => {
    const ranges = groups.find((group) => group.key === key)?.ranges ?? [];
    let codes = sets.get(ranges);
    if (!codes) sets.set(ranges, (codes = codesIn(ranges)));
    return codes;
  };

function codesIn(ranges: readonly CategoryRange[]): ReadonlySet<number> {
  const codes = new Set<number>();
  // Ranges may overlap: each code is added once, however many there are.
  let next = 0;
  for (const { from, to } of ranges.toSorted((a, b) => a.from - b.from)) {
    for (let code = Math.max(from, next); code <= to; code += 1) codes.add(code);
    next = Math.max(next, to + 1);
  }
  return codes;
}

const always =
  (code: DeclineCode): CompiledRule['code'] =>
  () =>
    code;

const limitCode = ({ kind, period }: LimitRule): DeclineCode => {
  if (kind === 'count') return 'count_limit';
  return period === 'purchase' ? 'limit_transaction' : `limit_${period}`;
};

function counterOf(rule: LimitRule, period: Parameters<typeof placeOf>[0], subjectId: string | null): Counter {
  const dimension = dimensionOf(rule);
  const { key, since } = dimension;
  const place = placeOf(period);
  const windowsOf = scopeOf(rule, subjectId);
  const read = rule.kind === 'amount' ? amountIn : countIn;
  return {
    dimension,
    used: (facts, { starts }) => read(windowsOf(facts)?.[key], place, since ?? starts[place / 3]!),
  };
}

/** The counters that a limit reads. Counters of a group are those of the policy's group. */
function scopeOf({ of = 'card' }: LimitRule, subjectId: string | null): (facts: Facts) => Windows | undefined {
  if (of === 'card') return ({ windows }) => windows.card;
  if (of === 'business') return ({ windows }) => windows.business;
  return ({ windows }) => (subjectId === null ? undefined : windows.groups[subjectId]);
}

function limitRoom({ kind, limit, group }: LimitRule, counter: Counter | null, codesOf: CodesOf): Room {
  const codes = group === undefined ? null : codesOf(group);
  const applies = ({ mcc }: Purchase) => codes === null || codes.has(mcc);
  // An increase of a purchase is added to the amount already on hold for it.
  if (counter === null) return (purchase) => (applies(purchase) ? Math.max(0, limit - (purchase.held ?? 0)) : null);
  const { used, dimension } = counter;
  return (purchase, facts, calendar) => {
    if (!applies(purchase) || isBefore(dimension, calendar)) return null;
    const left = Math.max(0, limit - used(facts, calendar));
    if (kind === 'amount') return left;
    // An increase does not count as another purchase.
    return left > 0 || purchase.held ? Infinity : 0;
  };
}

const isBefore = ({ since }: Dimension, { starts }: Calendar): boolean => since !== null && starts[0]! < since;

/** What an allow list allows, and a block list refuses. */
export function matcherOf({ field, values }: ListRule, codesOf: CodesOf): (purchase: Purchase) => boolean | null {
  if (field === 'mcc') {
    const codes = new Set(values.map(Number));
    return ({ mcc }) => codes.has(mcc);
  }
  if (field === 'group') {
    const groups = [...new Set(values)].map(codesOf);
    return ({ mcc }) => groups.some((codes) => codes.has(mcc));
  }
  if (field === 'merchant') return merchantMatcher(values);
  const known = new Set(values.map((value) => value.toUpperCase()));
  return (purchase) => {
    const value = purchase[field];
    return value === undefined || value === null || value === '' ? null : known.has(value.toUpperCase());
  };
}

/**
 * Bounded matching: `*` at the ends matches a prefix, a suffix or a part of the name. There are no regular expressions.
 */
function merchantMatcher(values: readonly string[]): (purchase: Purchase) => boolean {
  const lower = values.map((value) => value.toLowerCase());
  const exact = new Set(lower.filter((value) => !value.includes('*')));
  const parts = lower
    .filter((value) => value.includes('*'))
    .map((value) => ({ open: value.startsWith('*'), ends: value.endsWith('*'), part: value.replaceAll('*', '') }));
  return ({ merchantId, merchant }) => {
    const name = merchant.toLowerCase();
    if (exact.has(merchantId.toLowerCase()) || exact.has(name)) return true;
    return parts.some(({ open, ends, part }) => {
      if (open && ends) return name.includes(part);
      return open ? name.endsWith(part) : name.startsWith(part);
    });
  };
}

function listRoom(rule: ListRule, codesOf: CodesOf, exempt: (purchase: Purchase) => boolean): Room {
  const matches = matcherOf(rule, codesOf);
  const allows = rule.kind === 'allow';
  return (purchase) => {
    const matched = matches(purchase);
    if (matched === null) return null;
    return matched === allows || exempt(purchase) ? Infinity : refused;
  };
}

/** The home country of all cards is the United States (section 9 of the specification). */
const home = 'US';
/** A list with only the home country turns international purchases off. */
const isHomeOnly = ({ kind, field, values }: ListRule): boolean =>
  kind === 'allow' && field === 'country' && values.length > 0 && values.every((value) => value.toUpperCase() === home);

const listCodes: Record<Exclude<ListField, 'presence'>, DeclineCode> = {
  group: 'mcc_not_allowed',
  mcc: 'mcc_not_allowed',
  merchant: 'merchant_not_allowed',
  country: 'country_not_allowed',
  state: 'state_not_allowed',
  currency: 'country_not_allowed',
};

const listCode = (field: ListField): CompiledRule['code'] =>
  field === 'presence'
    ? ({ presence }) => (presence === 'CASH' ? 'cash_not_allowed' : 'presence_not_allowed')
    : always(listCodes[field]);

function hoursRoom({ windows, exempt = [] }: Extract<Rule, { kind: 'hours' }>, codesOf: CodesOf): Room {
  const free = [...new Set(exempt)].map(codesOf);
  const days = windows.map(({ weekdays, from, to }) => ({ on: new Set(weekdays), from, to }));
  return ({ mcc }, _, { weekday, minute }) => {
    if (free.some((codes) => codes.has(mcc))) return Infinity;
    const yesterday = (weekday + 6) % 7;
    const inside = days.some(({ on, from, to }) => {
      if (from <= to) return on.has(weekday) && minute >= from && minute < to;
      return (on.has(weekday) && minute >= from) || (on.has(yesterday) && minute < to);
    });
    return inside ? Infinity : refused;
  };
}
