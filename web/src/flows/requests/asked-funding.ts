import { requests, type CardRequest } from '@florin/contract/money/requests';
import { queryOptions } from '@tanstack/react-query';
import { fetchOrThrow, keyOf } from '../../session/queries/query-client.ts';

/** The most cards that one call filters by. */
const cardsAtMost = 50;

/** A request for money on a card. */
export type AskedFunding = CardRequest & {
  card: NonNullable<CardRequest['card']>;
  amount: NonNullable<CardRequest['amount']>;
};

/** The requests for money on these cards that wait for a decision: who funds one of the cards would pay twice. */
export const askedFundingQuery = (cardIds: readonly string[]) =>
  queryOptions({
    queryKey: [...keyOf('requests-for-money'), cardIds],
    queryFn: async ({ signal }): Promise<AskedFunding[]> => {
      const query = {
        kind: 'FUNDING',
        status: 'PENDING',
        limit: '100',
        ...(cardIds.length <= cardsAtMost && { cardId: cardIds.join(',') }),
      };
      const { items } = await fetchOrThrow(requests, { query }, signal);
      const known = new Set(cardIds);
      return items.filter((item): item is AskedFunding => item.amount !== null && known.has(item.card?.id ?? ''));
    },
    staleTime: 0,
  });
