import { cardTransitions, type CardStatus, type CardTransition } from '@florin/contract/card-states';
import { sql, type RawBuilder } from 'kysely';

/**
 * A card's state after a transition, for the statement that writes it: a card that cannot make the transition
 * (contract/src/card-states.ts) keeps its state. Nothing else changes `card.status`.
 */
export function stateAfter(transition: CardTransition): RawBuilder<CardStatus> {
  const { from, to } = cardTransitions[transition];
  return sql<CardStatus>`case when card.status = any(${[...from]}) then ${to} else card.status end`;
}
