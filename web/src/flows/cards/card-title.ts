import type { Card } from '@florin/contract/cards/cards';
import { unnamedCard } from '../../messages/en/cards/card-title.ts';

/** The card's own name, or what it is. Its last digits and its holder stand beside it. */
export const titleOfCard = ({ name, kind }: Pick<Card, 'name' | 'kind'>): string => name ?? unnamedCard[kind];
