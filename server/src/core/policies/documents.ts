import { categoryGroups } from '@florin/contract/cards/policies/merchant-categories';
import {
  isLimit,
  policyProblems,
  type GroupSnapshot,
  type PolicyDocument,
  type PolicyLayer,
  type PolicyProblem,
  type Rule,
} from '@florin/contract/cards/policies/spend-rules';
import type { Database } from '../../db/open.ts';
import { unknownValues } from './known-values.ts';

/** The groups that a rule names. */
const groupsNamed = (rule: Rule): readonly string[] => {
  if (isLimit(rule)) return rule.group === undefined ? [] : [rule.group];
  if (rule.kind === 'hours') return rule.exempt ?? [];
  return (rule.kind === 'allow' || rule.kind === 'block') && rule.field === 'group' ? rule.values : [];
};

export const builtInGroups: readonly GroupSnapshot[] = categoryGroups.map(({ key, name, ranges }) => ({
  key,
  name,
  ranges: [...ranges],
}));

/** The groups that policies of a business can name: the built-in ones and its own. */
export async function groupsOfBusiness(db: Database, businessId: string): Promise<GroupSnapshot[]> {
  const own = await db
    .selectFrom('merchant_category_group')
    .select(['id as key', 'name', 'ranges'])
    .where('business_id', '=', businessId)
    .orderBy('name')
    .execute();
  return [...builtInGroups, ...own];
}

/**
 * Rules with the current state of the groups that they name, or the problems that prevent saving them.
 * @param isKind which of the problems do
 */
export function documentOf(
  rules: readonly Rule[],
  layer: PolicyLayer,
  groups: readonly GroupSnapshot[],
  isKind: (problem: PolicyProblem) => boolean = () => true,
): { document: PolicyDocument } | { problems: PolicyProblem[] } {
  const problems = [
    ...policyProblems(rules, layer, (key) => groups.some((group) => group.key === key)),
    ...unknownValues(rules, layer),
  ].filter(isKind);
  if (problems.length > 0) return { problems };
  const named = new Set(rules.flatMap(groupsNamed));
  return { document: { rules: [...rules], groups: groups.filter(({ key }) => named.has(key)) } };
}

/** The details of POLICY_INVALID. */
export const problemsOf = (problems: readonly PolicyProblem[]) => ({
  Problems: problems.map(({ rule, problem, other }) => ({ Rule: rule, Problem: problem, Other: other })),
});
