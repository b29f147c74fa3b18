import type { DeclineCode } from '@florin/contract/cards/decline-codes';
import {
  isLimit,
  isSharedLimit,
  type LimitRule,
  type LimitScope,
  type PolicyLayer,
  type Rule,
} from '@florin/contract/cards/policies/spend-rules';
import { nextOpening, resetAt, type Calendar } from './calendar.ts';
import { isRefusal } from './decide.ts';
import { unbounded, type Facts, type Purchase } from './facts.ts';
import type { Trace } from '../../db/transaction-schema.ts';
import { programOfTrace, type PolicyVersion, type Program } from './program.ts';

/** A rule that was evaluated, with its result. */
export interface ExplainedRule {
  layer: PolicyLayer;
  policyId: string;
  versionId: number;
  /** Its place in the version. */
  index: number;
  rule: Rule;
  code: DeclineCode;
  /** The amount that it allowed, in minor units; null if unlimited, 0 if it refused. */
  room: number | null;
  /** It refused whatever the amount. */
  refused: boolean;
  /** The tightest of all. */
  binds: boolean;
  /** When its limit resets, in epoch milliseconds; null if it is not a limit or has no period. */
  resetsAt: number | null;
}

/** A decision in terms that a screen can show. */
export interface Explanation {
  /** Minor units. */
  available: number;
  binds: 'RULE' | 'FUNDS' | 'CARD' | null;
  /** In the order of the layers. */
  rules: ExplainedRule[];
}

/** What an explanation needs in addition to the trace: the purchase's time and category, and the business's zone. */
interface Circumstances {
  zone: string;
  /** Epoch milliseconds. */
  at: number;
  presence: Purchase['presence'];
}

/**
 * Turns a stored trace into terms that a screen can show.
 * @param versions those that the trace names; they are immutable, so an old decision is shown as it was made
 */
export function explain(trace: Trace, versions: readonly PolicyVersion[], circumstances: Circumstances): Explanation {
  const named = trace.versions.flatMap((id) => versions.find((version) => version.id === id) ?? []);
  return explainWith(trace, programOfTrace(named), named, circumstances);
}

function explainWith(
  trace: Trace,
  { rules }: Program,
  versions: readonly PolicyVersion[],
  circumstances: Circumstances,
): Explanation {
  const policies = new Map(versions.map(({ id, policyId }) => [id, policyId]));
  return {
    available: trace.funds,
    binds: bindsOf(trace.binds),
    rules: trace.rooms.flatMap(([place, room]) => {
      const compiled = rules[place];
      if (!compiled) return [];
      const { layer, versionId, index, rule } = compiled;
      return [
        {
          layer,
          policyId: policies.get(versionId) ?? '',
          versionId,
          index,
          rule,
          code: compiled.code(circumstances),
          // A limit may have been stored before amounts had a bound.
          room: room === unbounded ? null : Math.min(Math.max(0, room), Number.MAX_SAFE_INTEGER),
          refused: isRefusal(room),
          binds: trace.binds === place,
          resetsAt: resetOf(rule, circumstances),
        },
      ];
    }),
  };
}

function bindsOf(binds: Trace['binds']): Explanation['binds'] {
  if (binds === null) return null;
  if (typeof binds === 'number') return 'RULE';
  return binds === 'funds' ? 'FUNDS' : 'CARD';
}

function resetOf(rule: Rule, { zone, at }: Pick<Circumstances, 'zone' | 'at'>): number | null {
  if (!isLimit(rule) || rule.period === 'purchase' || rule.period === 'since') return null;
  return resetAt(zone, rule.period, at);
}

/**
 * Up to how much a declined purchase would have been approved; null where that is no question of an amount, or not the
 * reader's to know: of money and limits that cards share, a cardholder learns nothing.
 */
export function leftAtDecline(
  { available, binds, rules }: Explanation,
  code: DeclineCode | null,
  reader: { isHolder: boolean },
): number | null {
  if (code === null || !(code.startsWith('limit_') || code.startsWith('insufficient_'))) return null;
  if (reader.isHolder && code === 'insufficient_business_balance') return null;
  if (binds === 'FUNDS') return Math.max(0, available);
  const tightest = rules.find((rule) => rule.binds);
  if (!tightest || (reader.isHolder && isSharedLimit(tightest.rule))) return null;
  return tightest.room;
}

/** A limit in force with what is used and left of it: minor units, or purchases. */
export interface LimitState {
  layer: PolicyLayer;
  versionId: number;
  index: number;
  rule: LimitRule;
  of: LimitScope;
  used: number;
  left: number;
  resetsAt: number | null;
}

/** Every limit in force with what is left, in the order of the layers. */
export function limitsOf(facts: Facts, program: Program, calendar: Calendar, zone: string, at: number): LimitState[] {
  return program.rules.flatMap(({ rule, layer, versionId, index, counter }) => {
    if (!isLimit(rule)) return [];
    const used = counter?.used(facts, calendar) ?? 0;
    const left = Math.max(0, rule.limit - used);
    return [
      { layer, versionId, index, rule, of: rule.of ?? 'card', used, left, resetsAt: resetOf(rule, { zone, at }) },
    ];
  });
}

/** A way to get a purchase approved. Amounts are minor units, times epoch milliseconds. */
export type Help =
  | { kind: 'SPEND_LESS' | 'ASK_RAISE' | 'REQUEST_FUNDS'; amount: number }
  | { kind: 'WAIT'; until: number; amount: number }
  /** For the next hour in which the card works. */
  | { kind: 'WAIT'; until: number }
  | { kind: 'ASK_EXCEPTION' };

/**
 * The single acts that would get a declined purchase approved, the cheapest first. If several rules refuse it at once,
 * only spending less helps.
 */
export function helpFor(amount: number, explanation: Explanation, when: { zone: string; at: number }): Help[] {
  const { rules, available, binds } = explanation;
  if (binds === null || binds === 'CARD') return [];
  const short = rules.filter(({ room }) => room !== null && room < amount);
  const least = Math.min(Math.max(0, available), ...short.map(({ room }) => room ?? amount));
  const less: Help[] = least > 0 ? [{ kind: 'SPEND_LESS', amount: least }] : [];
  const isShortOfFunds = available < amount;
  if (short.length + (isShortOfFunds ? 1 : 0) > 1) return less;
  if (isShortOfFunds) return [...less, { kind: 'REQUEST_FUNDS', amount: amount - Math.max(0, available) }];
  const [rule] = short;
  if (!rule) return less;
  return [...less, ...waysPast(rule, amount, when)];
}

function waysPast(
  { rule, room, resetsAt }: ExplainedRule,
  amount: number,
  { zone, at }: { zone: string; at: number },
): Help[] {
  const opens = rule.kind === 'hours' ? nextOpening(zone, rule.windows, at) : null;
  if (!isLimit(rule))
    return [...(opens === null ? [] : [{ kind: 'WAIT' as const, until: opens }]), { kind: 'ASK_EXCEPTION' }];
  if (rule.kind === 'count')
    return [
      ...(resetsAt === null || rule.limit === 0 ? [] : [{ kind: 'WAIT' as const, until: resetsAt, amount }]),
      { kind: 'ASK_EXCEPTION' },
    ];
  const fits = resetsAt !== null && rule.limit >= amount;
  return [
    ...(fits ? [{ kind: 'WAIT' as const, until: resetsAt, amount: rule.limit }] : []),
    { kind: 'ASK_RAISE', amount: amount - (room ?? 0) },
  ];
}
