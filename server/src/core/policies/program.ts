import {
  isLimit,
  type LimitScope,
  type ListField,
  type PolicyDocument,
  type PolicyLayer,
} from '@florin/contract/cards/policies/spend-rules';
import type { Purchase } from './facts.ts';
import { codesOfGroups, compileRule, matcherOf, type CompiledRule } from './rooms.ts';
import { dimensionOf, everything, type Dimension } from './windows.ts';

/** A version as decisions read it. It never changes, so a process caches it. */
export interface PolicyVersion {
  id: number;
  policyId: string;
  layer: PolicyLayer;
  /** The program, business, group, or first card of the chain that the policy is for. */
  subjectId: string;
  /** In shadow: evaluated in addition to the active version of its policy, without any effect. */
  shadow: boolean;
  /** Epoch milliseconds; the first included, the second not. */
  from: number;
  until: number | null;
  document: PolicyDocument;
}

/**
 * The counters that a purchase of a category changes, by scope. Counters of a group only if one of its versions counts.
 */
export interface CountedDimensions {
  card: readonly Dimension[];
  business: readonly Dimension[];
  groups: readonly (readonly [groupId: string, dimensions: readonly Dimension[]])[];
}

/** The rules of all layers as one list, the program's first. */
export interface Program {
  /** Ids of the versions in force. */
  versions: readonly number[];
  rules: readonly CompiledRule[];
  countedOf: (mcc: number) => CountedDimensions;
}

interface Known {
  program: Program | null;
  /** The time in which the same versions are in force, in epoch milliseconds. */
  from: number;
  until: number;
}

/** Compiled programs, by version and by the ids of the other versions. Other databases have other version objects. */
const known = new WeakMap<PolicyVersion, Map<string, Known>>();
const knownAtMost = 10_000;
const empty: Program = {
  versions: [],
  rules: [],
  countedOf: () => ({ card: [everything], business: [everything], groups: [] }),
};

/**
 * The rules in force at a moment: of each policy its latest active version.
 * @param versions of the program, the business, the card's groups, its chain and its overrides, in any order; active ones
 *   and ones in shadow, also those that begin later or are over
 * @param at epoch milliseconds
 */
export const programOf = (versions: readonly PolicyVersion[], at: number): Program =>
  remember(versions, at, 'active', () => {
    const current = inForce(
      versions.filter(({ shadow }) => !shadow),
      at,
    );
    return build(current, versions);
  }) ?? empty;

/**
 * The rules that would be in force if the versions in shadow replaced the active versions of their policies.
 * @returns null where no version is in shadow
 */
export const shadowProgramOf = (versions: readonly PolicyVersion[], at: number): Program | null =>
  remember(versions, at, 'shadow', () => {
    const shadows = inForce(
      versions.filter(({ shadow }) => shadow),
      at,
    );
    if (shadows.length === 0) return null;
    const replaced = new Set(shadows.map(({ policyId }) => policyId));
    const active = inForce(
      versions.filter(({ shadow }) => !shadow),
      at,
    ).filter(({ policyId }) => !replaced.has(policyId));
    return build([...active, ...shadows], versions);
  });

/** The rules of exactly these versions, whenever they begin and end: those that a trace names. */
export const programOfTrace = (versions: readonly PolicyVersion[]): Program => build(versions, versions);

function remember(
  versions: readonly PolicyVersion[],
  at: number,
  kind: 'active' | 'shadow',
  make: () => Program | null,
): Program | null {
  const [first] = versions;
  if (!first) return null;
  let key: string = kind;
  for (const { id } of versions) key += `,${id}`;
  let programs = known.get(first);
  const found = programs?.get(key);
  if (found && at >= found.from && at < found.until) return found.program;
  const edges = versions.flatMap(({ from, until }) => (until === null ? [from] : [from, until]));
  const made: Known = {
    program: make(),
    from: Math.max(-Infinity, ...edges.filter((edge) => edge <= at)),
    until: Math.min(Infinity, ...edges.filter((edge) => edge > at)),
  };
  if (!programs || programs.size > knownAtMost) known.set(first, (programs = new Map()));
  programs.set(key, made);
  return made.program;
}

/** For each policy, the version that began last and has not ended. */
function inForce(versions: readonly PolicyVersion[], at: number): PolicyVersion[] {
  const latest = new Map<string, PolicyVersion>();
  for (const version of versions) {
    const { policyId, from, until, id } = version;
    if (at < from || (until !== null && at >= until)) continue;
    const other = latest.get(policyId);
    if (!other || other.from < from || (other.from === from && other.id < id)) latest.set(policyId, version);
  }
  return [...latest.values()];
}

const layers: readonly PolicyLayer[] = ['PROGRAM', 'BUSINESS', 'GROUP', 'CARD', 'OVERRIDE'];
/** Overrides do not change the program's rules or their own, only the rules of the layers between. */
const isBetween = (layer: PolicyLayer): boolean => layer !== 'PROGRAM' && layer !== 'OVERRIDE';

/** Groups and codes of categories are one topic: an exception for one also applies to the other. */
const topicOf = (field: ListField): string => (field === 'group' ? 'mcc' : field);

/** The rules of versions in force; `counting` are all versions whose limits need counters. */
function build(current: readonly PolicyVersion[], counting: readonly PolicyVersion[]): Program {
  const versions = current.toSorted(
    (a, b) => layers.indexOf(a.layer) - layers.indexOf(b.layer) || (a.id < b.id ? -1 : 1),
  );
  const exceptions = exceptionsOf(versions);
  const rules = versions.flatMap((version) =>
    version.document.rules.map((rule, index) => {
      const isList = rule.kind === 'allow' || rule.kind === 'block';
      const exempt = isList && isBetween(version.layer) ? exceptions.get(topicOf(rule.field)) : undefined;
      return compileRule(rule, { ...version, versionId: version.id, index }, version.document.groups, exempt);
    }),
  );
  // Of several overrides of a limit, the latest applies. A second raise includes the first. Once it ends, the first
  // applies again.
  const latest = new Map(
    rules.flatMap((rule) => (rule.layer === 'OVERRIDE' ? [[rule.key, rule.versionId] as const] : [])),
  );
  return {
    versions: versions.map(({ id }) => id),
    rules: rules.filter(({ layer, key, rule, versionId }) => {
      // An override's allow list is only an exception from other lists. It does not refuse anything else.
      if (layer === 'OVERRIDE')
        return rule.kind === 'block' || (rule.kind !== 'allow' && latest.get(key) === versionId);
      return layer === 'PROGRAM' || rule.kind === 'allow' || rule.kind === 'block' || !latest.has(key);
    }),
    countedOf: counterOf(counting),
  };
}

/** What the overrides allow, by topic: purchases that lists of business, group and card do not refuse. */
function exceptionsOf(versions: readonly PolicyVersion[]): Map<string, (purchase: Purchase) => boolean> {
  const matchers = new Map<string, ((purchase: Purchase) => boolean | null)[]>();
  for (const { layer, document } of versions) {
    if (layer !== 'OVERRIDE') continue;
    for (const rule of document.rules) {
      if (rule.kind !== 'allow') continue;
      const topic = topicOf(rule.field);
      matchers.set(topic, [...(matchers.get(topic) ?? []), matcherOf(rule, codesOfGroups(document.groups))]);
    }
  }
  return new Map(
    [...matchers].map(([topic, each]) => [
      topic,
      (purchase: Purchase) => each.some((matches) => matches(purchase) === true),
    ]),
  );
}

interface Moved {
  dimension: Dimension;
  scope: LimitScope;
  groupId: string;
  /** Null: all categories. */
  codes: ReadonlySet<number> | null;
}

/**
 * The counters that a purchase of a category changes. All purchases are counted by card and business. Other counters
 * are kept if a limit needs them, including limits in shadow and limits that begin later. Where versions disagree about
 * the categories of a group, a purchase counts if it is in any of them: a limit may count more than its own group, but
 * never less.
 */
function counterOf(versions: readonly PolicyVersion[]): Program['countedOf'] {
  const counters: Moved[] = versions.flatMap(({ document, subjectId }) => {
    const codesOf = codesOfGroups(document.groups);
    return document.rules.flatMap((rule) => {
      if (!isLimit(rule) || rule.period === 'purchase') return [];
      const dimension = dimensionOf(rule);
      const codes = rule.group === undefined ? null : codesOf(rule.group);
      return [{ dimension, scope: rule.of ?? 'card', groupId: subjectId, codes }];
    });
  });
  const byCategory = new Map<number, CountedDimensions>();
  return (mcc) => {
    let counted = byCategory.get(mcc);
    if (!counted) byCategory.set(mcc, (counted = countedIn(counters, mcc)));
    return counted;
  };
}

function countedIn(counters: readonly Moved[], mcc: number): CountedDimensions {
  const moved = counters.filter(({ codes }) => codes === null || codes.has(mcc));
  const distinct = (some: readonly Moved[]) => [
    ...new Map(some.map(({ dimension }) => [dimension.key, dimension])).values(),
  ];
  const of = (scope: LimitScope) => moved.filter((counter) => counter.scope === scope);
  const groups = Map.groupBy(of('group'), ({ groupId }) => groupId);
  const always: Moved = { dimension: everything, scope: 'card', groupId: '', codes: null };
  return {
    card: distinct([always, ...of('card')]),
    business: distinct([always, ...of('business')]),
    groups: [...groups].map(([groupId, some]) => [groupId, distinct(some)] as const),
  };
}
