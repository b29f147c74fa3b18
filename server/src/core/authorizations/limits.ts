import type { CardKind } from '@florin/contract/cards/card-states';
import { money } from '@florin/contract/money';
import type { CardLimits, LimitLeft, SharedLimit } from '@florin/contract/cards/spend-limits';
import {
  isLimit,
  isSharedLimit,
  ruleKey,
  type LimitRule,
  type Rule,
} from '@florin/contract/cards/policies/spend-rules';
import { calendarOf } from '../policies/calendar.ts';
import { decide, roomOfLock } from '../policies/decide.ts';
import { limitsOf, type LimitState } from '../policies/explain.ts';
import type { Facts, Funds } from '../policies/facts.ts';
import { programOf, type PolicyVersion, type Program } from '../policies/program.ts';
import type { CompiledRule } from '../policies/rooms.ts';
import { readVersions, versionOf } from '../policies/versions.ts';
import type { Windows } from '../policies/windows.ts';
import { factsOf, type CardRow, type Shared } from './facts.ts';
import { readCards } from './statements.ts';
import { CompiledQuery, sql } from 'kysely';
import type { Database } from '../../db/open.ts';

/** How a screen names a card. */
export interface CardName {
  cardId: string;
  last4: string;
  kind: CardKind;
  name: string | null;
  cardholder: string | null;
}

/** A card with everything that a decision knows about it now. */
export interface Situation {
  card: CardName;
  facts: Facts;
  timeZone: string;
  currency: string;
  program: Program;
  versions: ReadonlyMap<number, PolicyVersion>;
  /** Names of policies by their id. */
  names: ReadonlyMap<string, string>;
}

/** Reads cards of a business as a decision does, but without a lock and without an effect. */
export async function readSituations(
  db: Database,
  businessId: string,
  cardIds: readonly string[],
  at: number,
): Promise<Situation[]> {
  if (cardIds.length === 0) return [];
  const { rows } = await db.executeQuery<CardRow>(CompiledQuery.raw(readCards, [[...cardIds], new Date(at)]));
  const read = await readVersions(
    db,
    rows.flatMap(({ policyVersions }) => policyVersions),
  );
  const byId = new Map(read.map((row) => [row.id, versionOf(row)]));
  const names = await policyNames(
    db,
    read.map(({ policy_id }) => policy_id),
  );
  const cards = new Map((await cardNames(db, cardIds)).map((card) => [card.cardId, card]));
  const { shared, currency } = await sharedOf(db, businessId, cardIds);
  return rows.flatMap((row) => {
    const card = cards.get(row.id);
    if (!card) return [];
    const own = row.policyVersions.flatMap((id) => byId.get(id) ?? []);
    const active = own.filter(({ shadow }) => !shadow);
    return [
      {
        card,
        facts: factsOf(row, shared(row)),
        timeZone: row.timeZone,
        currency,
        program: programOf(own, at),
        versions: new Map(active.map((version) => [version.id, version])),
        names,
      },
    ];
  });
}

/** The money and the counters that cards of a business share. */
async function sharedOf(db: Database, businessId: string, cardIds: readonly string[]) {
  const accounts = await db
    .selectFrom('financial_account')
    .select(['kind', 'card_id', 'currency', 'available_balance'])
    .where('business_id', '=', businessId)
    .where((eb) =>
      eb.or([
        eb('kind', 'in', ['business_available', 'credit_receivable']),
        eb.and([eb('kind', '=', 'card_wallet'), eb('card_id', 'in', [...cardIds])]),
      ]),
    )
    .execute();
  const wallets = new Map<string, Funds>();
  for (const { card_id: cardId, available_balance: available } of accounts)
    if (cardId !== null) wallets.set(cardId, { available: Number(available), source: 'WALLET' });
  const pool = accounts.find(({ kind }) => kind !== 'card_wallet');
  const source = pool?.kind === 'credit_receivable' ? 'CREDIT' : 'BUSINESS';
  const common = {
    pool: { available: Number(pool?.available_balance ?? 0n), source } satisfies Funds,
    wallets,
    groups: new Map<string, Windows>(),
    chains: new Map<string, Windows>(),
  };
  const shared = (row: CardRow): Shared => ({ ...common, business: row.businessWindows ?? {} });
  return { shared, currency: pool?.currency ?? 'USD' };
}

const iso = (moment: number | null) => (moment === null ? null : new Date(moment).toISOString());
export const amountOf = (amount: number, currency: string) => money(BigInt(amount), currency);

/** Which policy a rule is of. */
export const policyOfRule = ({ versions, names }: Situation, versionId: number) => {
  const policyId = versions.get(versionId)?.policyId ?? '';
  return { policyId, policyName: names.get(policyId) ?? '' };
};

/** The limit on the same purchases that is in force at a moment, the tightest of several; undefined where there is none. */
export const limitAt = (
  { versions }: Pick<Situation, 'versions'>,
  of: LimitRule,
  at: number,
): (CompiledRule & { rule: LimitRule }) | undefined =>
  programOf([...versions.values()], at)
    .rules.flatMap((found) =>
      found.layer !== 'PROGRAM' && isLimit(found.rule) && found.key === ruleKey(of)
        ? [{ ...found, rule: found.rule }]
        : [],
    )
    .toSorted((a, b) => a.rule.limit - b.rule.limit)[0];

/** Who reads limits. */
export interface LimitReader {
  /** Whether what others spend may be seen: of a limit that cards share, anyone else learns no figure. */
  seesUsage: boolean;
}

/** Whether a reader learns no figure of a rule. */
export const isHidden = ({ seesUsage }: LimitReader, rule: Rule): boolean => !seesUsage && isSharedLimit(rule);

/** What a card can do at a moment, and what is left of each limit. */
export function cardLimitsOf(situation: Situation, at: number, reader: LimitReader): CardLimits {
  const { card, program, versions, facts, timeZone, currency } = situation;
  const all = limitsOf(facts, program, calendarOf(timeZone, at), timeZone, at);
  const limits = all.filter(({ rule }) => !isHidden(reader, rule));
  const shared = all.flatMap((limit) =>
    isHidden(reader, limit.rule) ? [sharedLimitOf(situation, limit, limit.left === 0)] : [],
  );
  const stopped = whyStopped(situation, at);
  const groups = [...versions.values()].flatMap(({ document }) => document.groups);
  return {
    card,
    leftToSpend: stopped === null ? leftOf(facts, { limits, shared }, currency) : null,
    stopped,
    available: amountOf(facts.funds.available, currency),
    source: facts.funds.source,
    limits: limits.map((limit) => limitLeftOf(situation, limit)),
    shared,
    rules: program.rules
      .filter(({ rule }) => !isHidden(reader, rule))
      .map(({ layer, versionId, index, rule }) => ({
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

/** The group of categories that a limit is for, as its version kept it. */
function groupOf({ versions }: Situation, { group: key }: LimitRule, versionId: number): LimitLeft['group'] {
  if (key === undefined) return null;
  const groups = versions.get(versionId)?.document.groups ?? [];
  return { key, name: groups.find((group) => group.key === key)?.name ?? key };
}

/** A limit that cards share, without its figures. */
export const sharedLimitOf = (
  situation: Situation,
  { rule, versionId, resetsAt }: Pick<LimitState, 'rule' | 'versionId' | 'resetsAt'>,
  usedUp: boolean,
): SharedLimit => ({
  of: rule.of === 'group' ? 'group' : 'business',
  unit: rule.kind === 'amount' ? 'AMOUNT' : 'COUNT',
  period: rule.period,
  group: groupOf(situation, rule, versionId),
  usedUp,
  resetsAt: iso(resetsAt),
});

function limitLeftOf(situation: Situation, limit: LimitState): LimitLeft {
  const { rule, versionId } = limit;
  const until = situation.versions.get(versionId)?.until ?? null;
  return {
    layer: limit.layer,
    ...policyOfRule(situation, versionId),
    rule: limit.index,
    unit: rule.kind === 'amount' ? 'AMOUNT' : 'COUNT',
    period: rule.period,
    since: rule.since ?? null,
    group: groupOf(situation, rule, versionId),
    of: limit.of,
    limit: rule.limit,
    used: limit.used,
    left: limit.left,
    resetsAt: iso(limit.resetsAt),
    until: iso(until),
    again: until === null ? null : (limitAt(situation, rule, until)?.rule.limit ?? null),
  };
}

/**
 * The least of all limits that hold for any purchase, of the money and of the card's own lock. What is left of a shared
 * limit is not told before nothing is.
 */
function leftOf(
  { funds, card, windows }: Facts,
  { limits, shared }: { limits: readonly LimitState[]; shared: readonly SharedLimit[] },
  currency: string,
): NonNullable<CardLimits['leftToSpend']> {
  if (shared.some(({ group, usedUp }) => group === null && usedUp))
    return { amount: amountOf(0, currency), binding: { by: 'SHARED', limit: null } };
  let least = Math.max(0, funds.available);
  let binding: NonNullable<CardLimits['leftToSpend']>['binding'] = { by: 'FUNDS', limit: null };
  const locked = roomOfLock(card, windows.card);
  if (locked <= least) {
    least = locked;
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
function whyStopped({ facts, timeZone }: Situation, at: number) {
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

/** The names of policies by id, for rules that are shown with them. */
async function policyNames(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('spend_policy').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** How screens name cards. */
const cardNames = (db: Database, cardIds: readonly string[]) =>
  db
    .selectFrom('card as c')
    .leftJoin('membership', 'membership.id', 'c.membership_id')
    .leftJoin('person', 'person.id', 'membership.person_id')
    .select([
      'c.id as cardId',
      'c.last_four as last4',
      'c.kind',
      'c.name',
      sql<string | null>`nullif(trim(person.first_name || ' ' || person.last_name), '')`.as('cardholder'),
    ])
    .where('c.id', 'in', [...cardIds])
    .execute();
