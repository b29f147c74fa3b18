import { ruleKey, type GroupSnapshot, type ListRule, type PolicyDocument, type Rule } from './spend-rules.ts';

type Limit = Extract<Rule, { kind: 'amount' | 'count' }>;
type Hours = Extract<Rule, { kind: 'hours' }>;
type Receipts = Extract<Rule, { kind: 'receipts' }>;

/**
 * Whether the later rules allow cards something that the earlier rules refused: a limit is higher or gone, a list
 * allows more or blocks less, hours are longer, receipts may come later. Rules with different keys are not compared, so
 * a replaced rule counts as gone.
 * @param after null where no rules follow
 */
export function isLooser(before: PolicyDocument, after: PolicyDocument | null): boolean {
  const later = new Map((after?.rules ?? []).map((rule) => [ruleKey(rule), rule]));
  return before.rules.some((rule) => {
    const next = later.get(ruleKey(rule));
    return next === undefined || isLooserRule(rule, before.groups, next, after?.groups ?? []);
  });
}

/**
 * Whether a temporary change lets a card do something that its policies refuse: a limit is higher than theirs, or a
 * list makes exceptions from theirs. Blocks of its own, and limits that no policy has, only add rules.
 * @param policies the documents of business, groups and card
 */
export function isRaise(change: PolicyDocument, policies: readonly PolicyDocument[]): boolean {
  if (change.rules.some(({ kind }) => kind === 'allow')) return true;
  const replaced = new Set(change.rules.filter(({ kind }) => kind !== 'block').map(ruleKey));
  return policies.some(({ rules, groups }) =>
    isLooser({ rules: rules.filter((rule) => replaced.has(ruleKey(rule))), groups }, change),
  );
}

/**
 * Whether a card may do something once a temporary change has ended that the change refuses. What it allows besides ends
 * with it; each of its other rules has to be held by a policy that stands again, and no other temporary change of the same
 * limit may be looser.
 * @param policies the documents that hold for as long as the change would have
 * @param others the temporary changes of the card that are left
 */
export function isRelief(
  change: PolicyDocument,
  policies: readonly PolicyDocument[],
  others: readonly PolicyDocument[],
): boolean {
  return change.rules.some((rule) => {
    if (rule.kind === 'allow') return false;
    const keeps = ({ rules, groups }: PolicyDocument): boolean | null => {
      const next = rules.find((each) => ruleKey(each) === ruleKey(rule));
      return next === undefined ? null : !isLooserRule(rule, change.groups, next, groups);
    };
    const isKept = policies.some((policy) => keeps(policy) === true);
    return !isKept || (rule.kind !== 'block' && others.some((other) => keeps(other) === false));
  });
}

function isLooserRule(
  before: Rule,
  groupsBefore: readonly GroupSnapshot[],
  after: Rule,
  groupsAfter: readonly GroupSnapshot[],
): boolean {
  switch (before.kind) {
    case 'amount':
    case 'count': {
      const next = after as Limit;
      // A group that has lost categories leaves their purchases without this limit.
      return (
        next.limit > before.limit || lacks(codesOf(before.group, groupsAfter), codesOf(before.group, groupsBefore))
      );
    }
    case 'allow':
    case 'block': {
      const [then, now] = [valuesOf(before, groupsBefore), valuesOf(after as ListRule, groupsAfter)];
      return before.kind === 'allow' ? lacks(then, now) : lacks(now, then);
    }
    case 'hours': {
      const next = after as Hours;
      return (
        lacks(minutesOf(before), minutesOf(next)) ||
        lacks(codesOfAll(before.exempt, groupsBefore), codesOfAll(next.exempt, groupsAfter))
      );
    }
    case 'receipts': {
      const next = after as Receipts;
      return (
        next.overdueAtMost > before.overdueAtMost ||
        (next.withinDays ?? Infinity) > (before.withinDays ?? Infinity) ||
        (next.fromAmount ?? 0) > (before.fromAmount ?? 0)
      );
    }
  }
}

/** Whether the first set lacks something that the second has. */
const lacks = <V>(one: ReadonlySet<V>, other: ReadonlySet<V>): boolean => !other.isSubsetOf(one);

function codesOf(key: string | undefined, groups: readonly GroupSnapshot[]): Set<number> {
  const codes = new Set<number>();
  for (const { from, to } of groups.find((group) => group.key === key)?.ranges ?? [])
    for (let code = from; code <= to; code += 1) codes.add(code);
  return codes;
}

const codesOfAll = (keys: readonly string[] = [], groups: readonly GroupSnapshot[]) =>
  new Set([...new Set(keys)].flatMap((key) => [...codesOf(key, groups)]));

const valuesOf = ({ field, values }: ListRule, groups: readonly GroupSnapshot[]): Set<string | number> =>
  field === 'group' ? codesOfAll(values, groups) : new Set(values.map((value) => value.toLowerCase()));

/** The minutes of a week in which purchases are allowed. A window over midnight continues into the next day. */
function minutesOf({ windows }: Hours): Set<number> {
  const minutes = new Set<number>();
  for (const { weekdays, from, to } of windows)
    for (const weekday of weekdays) {
      const end = from <= to ? to : to + 1440;
      for (let minute = from; minute < end; minute += 1) minutes.add((weekday * 1440 + minute) % 10_080);
    }
  return minutes;
}
