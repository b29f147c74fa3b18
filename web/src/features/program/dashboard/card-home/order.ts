import type { Card } from '@florin/contract/cards/cards';

/**
 * The cards as a holder looks for them: the one used last first, those that work before others. Cards that were never
 * used follow in the order of the server.
 */
export const byUse = (cards: readonly Card[]): Card[] =>
  inOrder(cards).toSorted((a, b) => rank(a) - rank(b) || compare(b.lastUsedAt ?? '', a.lastUsedAt ?? ''));

/**
 * The cards that are shown: first the one that the server calls current (server/src/core/cards/current-card.ts), then
 * the others by the same order. Closed ones only where there is no other.
 */
export function inOrder(cards: readonly Card[]): Card[] {
  const open = cards.filter(({ status }) => status !== 'CLOSED');
  const shown = open.length > 0 ? open : cards.slice(0, 1);
  return shown.toSorted((a, b) => rank(a) - rank(b) || compare(a.chainId, b.chainId) || compare(b.id, a.id));
}

const rank = ({ status }: Card) => (status === 'OPEN' || status === 'PAUSED' ? 0 : 1);
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
