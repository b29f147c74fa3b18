import { cardDetailsViews } from '@florin/contract/cards/card-details';
import { queryOptions } from '@tanstack/react-query';
import { fetchOrThrow, keyOf, queryClient } from '../../../session/queries/query-client.ts';

const key = () => keyOf('card-details-views');

/** A card of the current account without its number, and its views. @param cardId null: the card that is current */
export const cardViewsQuery = (cardId: string | null) =>
  queryOptions({
    queryKey: [...key(), cardId],
    queryFn: ({ signal }) => fetchOrThrow(cardDetailsViews, { query: cardId === null ? {} : { cardId } }, signal),
    refetchOnMount: 'always',
  });

export const refreshViews = () => queryClient.invalidateQueries({ queryKey: key() });
