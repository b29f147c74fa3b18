import { isLimit, type CategoryRange, type PolicyDocument, type Rule } from './spend-rules.ts';

/**
 * What people may not expect of two rules. `categoryInTwoGroups`: two limits count the same categories in two groups, and
 * the lower limit applies to them. `neverAllowed`: the other rule leaves no category of a limit or of an allow list.
 */
export interface PolicyWarning {
  rule: number;
  warning: 'categoryInTwoGroups' | 'neverAllowed';
  other: number;
  /** The categories that are in both groups; empty where none is allowed. */
  ranges: CategoryRange[];
}

/** The warnings for an editor; each pair of rules once. */
export const policyWarnings = (document: PolicyDocument): PolicyWarning[] => [
  ...twoGroups(document),
  ...neverAllowed(document),
];

function neverAllowed({ rules, groups }: PolicyDocument): PolicyWarning[] {
  const codesOf = new Map(groups.map(({ key, ranges }) => [key, codesIn(ranges)]));
  const all = rules.map((rule): bigint => {
    if (isLimit(rule)) return rule.group === undefined ? 0n : (codesOf.get(rule.group) ?? 0n);
    if (rule.kind !== 'allow' && rule.kind !== 'block') return 0n;
    if (rule.field === 'mcc') return codesIn(rule.values.map((code) => ({ from: Number(code), to: Number(code) })));
    return rule.field === 'group' ? rule.values.reduce((codes, key) => codes | (codesOf.get(key) ?? 0n), 0n) : 0n;
  });
  return rules.flatMap((rule, index) => {
    const own = all[index]!;
    if (own === 0n || rule.kind === 'block') return [];
    const other = rules.findIndex(({ kind }, place) => {
      const codes = all[place]!;
      if (place === index || codes === 0n) return false;
      return kind === 'block' ? (own & codes) === own : kind === 'allow' && (own & codes) === 0n;
    });
    return other < 0 ? [] : [{ rule: index, warning: 'neverAllowed' as const, other, ranges: [] }];
  });
}

/** Codes as the bits of a number, so that hundreds of lists are compared at once. */
const codesIn = (ranges: readonly CategoryRange[]): bigint =>
  merged(ranges).reduce((codes, { from, to }) => codes | (((1n << BigInt(to - from + 1)) - 1n) << BigInt(from)), 0n);

function twoGroups({ rules, groups }: PolicyDocument): PolicyWarning[] {
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
