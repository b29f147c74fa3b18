import type { Card } from '@florin/contract/cards';

/**
 * The cards that are shown: the main one first, then the oldest. Closed ones only where there is no other.
 * @param mainLast4 of the card that the account is known by
 */
export function inOrder(cards: readonly Card[], mainLast4: string | null): Card[] {
  const open = cards.filter(({ status }) => status !== 'CLOSED');
  const shown = open.length > 0 ? open : cards.slice(0, 1);
  const rank = (card: Card) => (card.last4 === mainLast4 ? 0 : 1);
  return shown.toSorted((a, b) => rank(a) - rank(b) || (a.chainId < b.chainId ? -1 : 1));
}
