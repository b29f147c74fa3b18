import { cardDetailsViews } from '@florin/contract/card-details';
import { queryOptions } from '@tanstack/react-query';
import { fetchOrThrow, keyOf, queryClient } from '../../../session/queries/query-client.ts';

/** The card of the current account without its number, and its views. */
export const cardViewsQuery = () =>
  queryOptions({
    queryKey: keyOf('card-details-views'),
    queryFn: ({ signal }) => fetchOrThrow(cardDetailsViews, { query: {} }, signal),
    refetchOnMount: 'always',
  });

export const refreshViews = () => queryClient.invalidateQueries({ queryKey: cardViewsQuery().queryKey });
