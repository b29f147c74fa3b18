import type { Card } from '@florin/contract/cards/cards';

/**
 * The cards that are shown: first the one that names the account in the sidebar
 * (server/src/core/cards/current-card.ts), then the others as a holder looks for them: those that work before others,
 * the one used last first. Cards that were never used follow in the order of the server. Closed ones are shown only
 * where there is no other.
 */
export function inOrder(cards: readonly Card[]): Card[] {
  const open = cards.filter(({ status }) => status !== 'CLOSED');
  const shown = open.length > 0 ? open : cards.slice(0, 1);
  const [current, ...others] = shown.toSorted(
    (a, b) => rank(a) - rank(b) || compare(a.chainId, b.chainId) || compare(b.id, a.id),
  );
  if (current === undefined) return [];
  const byUse = others.toSorted((a, b) => rank(a) - rank(b) || compare(b.lastUsedAt ?? '', a.lastUsedAt ?? ''));
  return [current, ...byUse];
}

const rank = ({ status }: Card) => (status === 'OPEN' || status === 'PAUSED' ? 0 : 1);
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
