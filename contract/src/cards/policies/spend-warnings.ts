import { isLimit, type CategoryRange, type PolicyDocument, type Rule } from './spend-rules.ts';

/** Two limits count the same categories in two groups. The lower limit applies to them, which people may not expect. */
export interface PolicyWarning {
  rule: number;
  warning: 'categoryInTwoGroups';
  other: number;
  /** Of the categories that are in both. */
  ranges: CategoryRange[];
}

/** The warnings for an editor; each pair of rules once. */
export function policyWarnings({ rules, groups }: PolicyDocument): PolicyWarning[] {
  const rangesOf = (rule: Rule) =>
    isLimit(rule) ? (groups.find(({ key }) => key === rule.group)?.ranges ?? null) : null;
  return rules.flatMap((rule, index) => {
    const own = rangesOf(rule);
    if (!own || !isLimit(rule)) return [];
    return rules.slice(index + 1).flatMap((other, offset) => {
      const theirs = rangesOf(other);
      if (!theirs || !isLimit(other) || other.kind !== rule.kind || other.period !== rule.period) return [];
      if (other.group === rule.group) return [];
      const ranges = overlap(own, theirs);
      return ranges.length === 0
        ? []
        : [{ rule: index, warning: 'categoryInTwoGroups' as const, other: index + 1 + offset, ranges }];
    });
  });
}

/** The codes that are in both, as ranges: one pass over each, however many there are. */
function overlap(one: readonly CategoryRange[], two: readonly CategoryRange[]): CategoryRange[] {
  const [ours, theirs] = [merged(one), merged(two)];
  const common: CategoryRange[] = [];
  for (let i = 0, j = 0; i < ours.length && j < theirs.length;) {
    const [a, b] = [ours[i]!, theirs[j]!];
    const [from, to] = [Math.max(a.from, b.from), Math.min(a.to, b.to)];
    if (from <= to) common.push({ from, to });
    if (a.to < b.to) i += 1;
    else j += 1;
  }
  return common;
}

/** The same codes as ranges in their order that do not overlap. */
function merged(ranges: readonly CategoryRange[]): CategoryRange[] {
  const separate: CategoryRange[] = [];
  for (const { from, to } of ranges.toSorted((a, b) => a.from - b.from)) {
    const last = separate.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else separate.push({ from, to });
  }
  return separate;
}
