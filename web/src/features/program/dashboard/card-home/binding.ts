import { AmountPeriod } from '@florin/contract/cards/policies/spend-rules';
import type { CardLimits, LimitLeft } from '@florin/contract/cards/spend-limits';
import { cardHomeWords } from '../../../../messages/en/program/card-home.ts';

const words = cardHomeWords.left;

/** The limit that binds what is left; null where it is the money or the card's own lock. */
export function bindingOf({ leftToSpend, limits }: CardLimits): LimitLeft | null {
  const place = leftToSpend?.binding.limit ?? null;
  return leftToSpend?.binding.by === 'LIMIT' && place !== null ? (limits[place] ?? null) : null;
}

/** The limits that do not bind, from that of a purchase to that of all time; for each period, those of a category last. */
export function otherLimitsOf(limits: CardLimits): LimitLeft[] {
  const binding = bindingOf(limits);
  const place = ({ period, group }: LimitLeft) => 2 * AmountPeriod.options.indexOf(period) + Number(group !== null);
  return limits.limits.filter((limit) => limit !== binding).toSorted((a, b) => place(a) - place(b));
}

/** 'today', 'this month', or what else bounds the amount that is left: of other cards too. */
export function periodOf(limits: CardLimits): string {
  const binding = bindingOf(limits);
  if (binding) return words.periods[binding.period];
  if (limits.leftToSpend?.binding.by === 'CARD_LOCK') return words.lock;
  if (limits.leftToSpend?.binding.by === 'SHARED') return words.now;
  return limits.source === 'WALLET' ? words.funds : words.pool;
}

/** The policy of a limit, where another limit of the card has the same period, unit and category; null otherwise. */
export function distinguishingPolicy({ limits }: CardLimits, limit: LimitLeft): string | null {
  const isAlike = (other: LimitLeft) =>
    other !== limit &&
    other.period === limit.period &&
    other.unit === limit.unit &&
    other.group?.key === limit.group?.key;
  return limits.some(isAlike) ? limit.policyName : null;
}
