import { describe, expect, test } from 'vitest';
import { cardTransitions, CardStatus, mayTransition, type CardTransition } from './card-states.ts';

const transitions = Object.keys(cardTransitions) as CardTransition[];

describe('the transitions of a card', () => {
  test.each([
    ['fulfill', ['PENDING_FULFILLMENT']],
    ['activate', ['PENDING_ACTIVATION']],
    ['freeze', ['OPEN']],
    ['unfreeze', ['PAUSED']],
    ['close', ['PENDING_FULFILLMENT', 'PENDING_ACTIVATION', 'OPEN', 'PAUSED']],
  ] as const)('%s from %j', (transition, from) => {
    expect(CardStatus.options.filter((status) => mayTransition(transition, status))).toEqual(from);
  });

  test('every state can be reached from the first, and the last is final', () => {
    const reached = new Set(['PENDING_FULFILLMENT', ...transitions.map((each) => cardTransitions[each].to)]);
    expect([...reached].toSorted()).toEqual(CardStatus.options.toSorted());
    expect(transitions.filter((each) => mayTransition(each, 'CLOSED'))).toEqual([]);
  });
});
