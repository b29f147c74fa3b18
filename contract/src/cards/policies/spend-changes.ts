import { ruleKey, type Rule } from './spend-rules.ts';

/** A rule and the rule with the same key in an earlier version. */
export type RuleChange =
  | { change: 'SAME' | 'CHANGED'; rule: Rule; before: Rule }
  | { change: 'ADDED'; rule: Rule; before: null }
  | { change: 'REMOVED'; rule: null; before: Rule };

/** The rules of a version in their order, compared with an earlier version; removed rules come last. */
export function compareRules(before: readonly Rule[], after: readonly Rule[]): RuleChange[] {
  const earlier = new Map(before.map((rule) => [ruleKey(rule), rule]));
  const later = new Set(after.map(ruleKey));
  return [
    ...after.map((rule): RuleChange => {
      const old = earlier.get(ruleKey(rule));
      if (!old) return { change: 'ADDED', rule, before: null };
      return { change: isSame(old, rule) ? 'SAME' : 'CHANGED', rule, before: old };
    }),
    ...before
      .filter((rule) => !later.has(ruleKey(rule)))
      .map((rule): RuleChange => ({ change: 'REMOVED', rule: null, before: rule })),
  ];
}

/** Equal whatever the order of keys and of the values of a list. */
const isSame = (one: Rule, two: Rule): boolean => canonical(one) === canonical(two);
const canonical = (rule: Rule): string =>
  JSON.stringify(
    Object.entries(rule)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, name === 'values' || name === 'exempt' ? (value as string[]).toSorted() : value])
      .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
  );
