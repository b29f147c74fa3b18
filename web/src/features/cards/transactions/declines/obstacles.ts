import type { Money } from '@florin/contract/money';
import type { CardLimits } from '@florin/contract/cards/spend-limits';
import type { ListField, Rule } from '@florin/contract/cards/policies/spend-rules';
import type { Transaction } from '../queries.ts';

export type Trace = NonNullable<Transaction['traces']>[number];
export type TracedRule = Trace['rules'][number];

/** Whether a rule did not let the whole amount through. */
export const standsInTheWay = ({ room }: Pick<TracedRule, 'room'>, { amount }: Money): boolean =>
  room !== null && room.amount < amount;

/** Whether a rule's policy has a page: the program's protections and temporary changes have none. */
export const hasPage = ({ layer }: Pick<TracedRule, 'layer'>): boolean => layer !== 'PROGRAM' && layer !== 'OVERRIDE';

/** Why the purchase itself was declined, for administrators; undefined of others, and without a trace. */
export const declineTrace = ({ traces, events }: Transaction): Trace | undefined =>
  traces?.find(({ eventId }) => events.find(({ id }) => id === eventId)?.outcome === 'DECLINED');

/** The rules that refused a purchase, the one that decided first. */
export function obstaclesOf(of: Transaction): TracedRule[] {
  const rules = declineTrace(of)?.rules.filter((rule) => standsInTheWay(rule, of.requested)) ?? [];
  return rules.toSorted((a, b) => Number(b.binds) - Number(a.binds));
}

interface Permission {
  /** What lets the purchase through, as the rules of a temporary change of the card. */
  rules: Rule[];
  /** What stays in the way: protections of the program, limits of several cards, receipts. */
  kept: TracedRule[];
}

/**
 * What a temporary change has to say so that a declined purchase goes through, with the limits as they are used by now: a
 * limit is raised by exactly what the purchase needs, and a list or an hour gets an exception for it.
 */
export function permissionFor(of: Transaction, limits: CardLimits): Permission {
  const found: Permission = { rules: [], kept: [] };
  for (const traced of obstaclesOf(of)) {
    const rule = exceptionFor(traced, of, limits);
    if (rule === null) found.kept.push(traced);
    else if (rule !== 'FITS' && !found.rules.some((other) => JSON.stringify(other) === JSON.stringify(rule)))
      found.rules.push(rule);
  }
  return found;
}

const everyDay = [0, 1, 2, 3, 4, 5, 6];

/** FITS: the limit has started anew, or was raised since. */
function exceptionFor({ layer, policyId, index, rule, room }: TracedRule, of: Transaction, { limits }: CardLimits) {
  if (layer === 'PROGRAM') return null;
  switch (rule.kind) {
    case 'amount':
    case 'count': {
      if ((rule.of ?? 'card') !== 'card') return null;
      const now = limits.find((limit) => limit.policyId === policyId && limit.rule === index);
      const used = rule.period === 'purchase' ? 0 : (now?.used ?? rule.limit - (room?.amount ?? 0));
      const limit = used + (rule.kind === 'amount' ? of.requested.amount : 1);
      return limit <= rule.limit ? 'FITS' : ({ ...rule, limit } satisfies Rule);
    }
    case 'allow':
    case 'block': {
      const [field, value] = exempted(rule.field, of);
      return value === null ? null : ({ kind: 'allow', field, values: [value] } satisfies Rule);
    }
    case 'hours':
      return { kind: 'hours', windows: [{ weekdays: everyDay, from: 0, to: 1440 }] } satisfies Rule;
    case 'receipts':
      return null;
  }
}

/** An exception for a group of categories is one for the merchant's own. */
function exempted(field: ListField, { merchant, presence, merchantAmount, requested }: Transaction) {
  const values: Record<ListField, readonly [ListField, string | null]> = {
    group: ['mcc', String(merchant.mcc).padStart(4, '0')],
    mcc: ['mcc', String(merchant.mcc).padStart(4, '0')],
    merchant: ['merchant', merchant.id],
    country: ['country', merchant.country],
    state: ['state', merchant.state],
    currency: ['currency', (merchantAmount ?? requested).currency],
    presence: ['presence', presence],
  };
  return values[field];
}
