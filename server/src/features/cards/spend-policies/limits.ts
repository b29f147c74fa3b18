import { money } from '@florin/contract/money';
import type { CardLimits, LimitLeft } from '@florin/contract/spend-policies';
import { calendarOf } from '../../../core/policies/calendar.ts';
import { decide } from '../../../core/policies/decide.ts';
import { limitsOf, type LimitState } from '../../../core/policies/explain.ts';
import type { Facts } from '../../../core/policies/facts.ts';
import { programOf, type PolicyVersion, type Program } from '../../../core/policies/program.ts';
import { readSnapshots, type CardSnapshot } from '../../../core/policies/snapshot.ts';
import { readVersions, versionOf } from '../../../core/policies/versions.ts';
import type { Database } from '../../../db/open.ts';
import { policyNames } from './queries.ts';

/** A card with the rules that are in force for it. */
export interface Situation {
  card: CardSnapshot;
  program: Program;
  versions: ReadonlyMap<number, PolicyVersion>;
  /** Names of policies by their id. */
  names: ReadonlyMap<string, string>;
}

/** Reads cards and their rules without a lock: what would be decided at that moment. */
export async function readSituations(db: Database, cardIds: readonly string[], at: number): Promise<Situation[]> {
  const cards = await readSnapshots(db, cardIds);
  const ids = [...new Set(cards.flatMap(({ versions }) => versions))];
  const rows = ids.length === 0 ? [] : await readVersions(db, ids);
  const byArray = new Map(rows.map((row) => [row.id, versionOf(row)]));
  const names = await policyNames(
    db,
    rows.map(({ policy_id }) => policy_id),
  );
  return cards.map((card) => {
    const own = card.versions.flatMap((id) => byArray.get(id) ?? []);
    const active = own.filter(({ shadow }) => !shadow);
    return {
      card,
      program: programOf(own, at),
      versions: new Map(active.map((version) => [version.id, version])),
      names,
    };
  });
}

export const policyCardOf = ({ cardId, last4, name, cardholder }: CardSnapshot) => ({
  cardId,
  last4,
  name,
  cardholder,
});
const iso = (moment: number | null) => (moment === null ? null : new Date(moment).toISOString());
export const amountOf = (amount: number, currency: string) => money(BigInt(amount), currency);

/** Which policy a rule is of. */
export const policyOfRule = ({ versions, names }: Situation, versionId: number) => {
  const policyId = versions.get(versionId)?.policyId ?? '';
  return { policyId, policyName: names.get(policyId) ?? '' };
};

/** What a card can do at a moment, and what is left of each limit. */
export function cardLimitsOf(situation: Situation, at: number): CardLimits {
  const { card, program, versions } = situation;
  const { facts, timeZone, currency } = card;
  const limits = limitsOf(facts, program, calendarOf(timeZone, at), timeZone, at);
  const stopped = whyStopped(situation, at);
  const groups = [...versions.values()].flatMap(({ document }) => document.groups);
  return {
    card: policyCardOf(card),
    leftToSpend: stopped === null ? leftOf(facts, limits, currency) : null,
    stopped,
    available: amountOf(facts.funds.available, currency),
    source: facts.funds.source,
    limits: limits.map((limit) => limitLeftOf(situation, limit)),
    rules: program.rules.map(({ layer, versionId, index, rule }) => ({
      layer,
      ...policyOfRule(situation, versionId),
      index,
      rule,
      until: iso(versions.get(versionId)?.until ?? null),
    })),
    groups: [...new Map(groups.map((group) => [group.key, group])).values()],
    timeZone,
  };
}

function limitLeftOf(situation: Situation, limit: LimitState): LimitLeft {
  const { rule, versionId } = limit;
  const groups = situation.versions.get(versionId)?.document.groups ?? [];
  return {
    layer: limit.layer,
    ...policyOfRule(situation, versionId),
    rule: limit.index,
    unit: rule.kind === 'amount' ? 'AMOUNT' : 'COUNT',
    period: rule.period,
    since: rule.since ?? null,
    group:
      rule.group === undefined
        ? null
        : { key: rule.group, name: groups.find(({ key }) => key === rule.group)?.name ?? rule.group },
    of: limit.of,
    limit: rule.limit,
    used: limit.used,
    left: limit.left,
    resetsAt: iso(limit.resetsAt),
  };
}

/** The least of all limits that hold for any purchase, of the money and of the card's own lock. */
function leftOf(
  { funds, card, windows }: Facts,
  limits: readonly LimitState[],
  currency: string,
): NonNullable<CardLimits['leftToSpend']> {
  let least = Math.max(0, funds.available);
  let binding: NonNullable<CardLimits['leftToSpend']>['binding'] = { by: 'FUNDS', limit: null };
  const lifetime = windows.card['*']?.[16] ?? 0;
  if (card.amountLock !== null && card.amountLock - lifetime <= least) {
    least = Math.max(0, card.amountLock - lifetime);
    binding = { by: 'CARD_LOCK', limit: null };
  }
  for (const [index, { rule, left }] of limits.entries()) {
    if (rule.group !== undefined) continue;
    const room = rule.kind === 'amount' ? left : left > 0 ? Infinity : 0;
    if (room < least || (room === least && binding.by === 'FUNDS')) {
      least = room;
      binding = { by: 'LIMIT', limit: index };
    }
  }
  return { amount: amountOf(least, currency), binding };
}

/** Why the card cannot be used at all: what the engine says to a purchase of nothing, without rules. */
function whyStopped({ card: { facts, timeZone } }: Situation, at: number) {
  const nothing = {
    amount: 0,
    currency: '',
    mcc: -1,
    merchantId: facts.card.lockedMerchantId ?? '',
    merchant: facts.card.lockedMerchantName ?? '',
    country: '',
    presence: 'PRESENT',
    partialOk: false,
    at,
  } as const;
  return decide(nothing, facts, programOf([], at), calendarOf(timeZone, at)).code;
}
