import { ownCards } from '@florin/contract/cards/cards';
import { myRequests } from '@florin/contract/money/requests';
import { myTransactions } from '@florin/contract/cards/transactions';
import { queryOptions } from '@tanstack/react-query';
import { fetchOrThrow, keyOf } from '../../../../session/queries/query-client.ts';

/* Their names begin with what they show, so that events make them stale (session/live/stale.ts). */

export const cardsQuery = () =>
  queryOptions({
    queryKey: keyOf('own-cards-home'),
    queryFn: async ({ signal }) => (await fetchOrThrow(ownCards, { query: { limit: '50' } }, signal)).items,
  });

export const recentQuery = () =>
  queryOptions({
    queryKey: keyOf('transactions-recent'),
    queryFn: async ({ signal }) => (await fetchOrThrow(myTransactions, { query: { limit: '6' } }, signal)).items,
  });

export const requestsQuery = () =>
  queryOptions({
    queryKey: keyOf('requests-recent'),
    queryFn: async ({ signal }) => (await fetchOrThrow(myRequests, { query: { limit: '3' } }, signal)).items,
  });
