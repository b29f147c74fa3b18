import type { BulkAct, Card } from '@florin/contract/cards/cards';

/** A selected card, as far as an act needs it; it may have been selected before the session ended. */
export type SelectedCard = Pick<Card, 'id' | 'last4'>;

/** What is to be done with many cards: selected ones, or those of a text. */
export type AskedOfMany =
  | { act: BulkAct | 'LIMIT'; cards: readonly SelectedCard[] }
  | { act: 'GROUP'; cards: readonly Card[] }
  | { act: 'TEXT' };

/** Names the form of an act (`useKept`), so that `CardsPage` can open it again. */
export const manyKey = (act: BulkAct | 'LIMIT' | 'TEXT', cards?: readonly SelectedCard[]): string =>
  `many-cards ${JSON.stringify({ act, cards: cards?.map(({ id, last4 }) => ({ id, last4 })) })}`;
