import type { Card } from '@florin/contract/cards/cards';
import { unnamedCard } from '../../messages/en/cards/card-title.ts';
import { lastDigits } from '../../messages/last-digits.ts';

/** The card's own name, or what it is. Its last digits and its holder stand beside it. */
export const titleOfCard = ({ name, kind }: Pick<Card, 'name' | 'kind'>): string => name ?? unnamedCard[kind];

/** A card in a sentence, or as a choice: its title and its last digits. */
export const textOfCard = ({ last4, ...card }: Pick<Card, 'name' | 'kind' | 'last4'>): string =>
  `${titleOfCard(card)} ${lastDigits(last4)}`;
