import type { CardLimits, LimitLeft } from '@florin/contract/spend-policies';
import { cardHomeWords } from '../../../../messages/en/card-home.ts';

const words = cardHomeWords.left;

/** The limit that binds what is left; null where it is the money or the card's own lock. */
export function bindingOf({ leftToSpend, limits }: CardLimits): LimitLeft | null {
  const place = leftToSpend?.binding.limit ?? null;
  return leftToSpend?.binding.by === 'LIMIT' && place !== null ? (limits[place] ?? null) : null;
}

/** 'today', 'this month', or what else bounds the amount that is left: of other cards too. */
export function periodOf(limits: CardLimits): string {
  const binding = bindingOf(limits);
  if (binding) return words.periods[binding.period];
  if (limits.leftToSpend?.binding.by === 'CARD_LOCK') return words.lock;
  if (limits.leftToSpend?.binding.by === 'SHARED') return words.now;
  return limits.source === 'WALLET' ? words.funds : words.pool;
}
