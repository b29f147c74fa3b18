import { card as oneCard, ownCard } from '@florin/contract/cards/cards';
import { queryOptions } from '@tanstack/react-query';
import { fetchOrThrow, keyOf, queryClient } from '../../../../session/queries/query-client.ts';
import type { Scope } from '../queries.ts';

/** A card as it is by now: it may have been frozen, unfrozen or activated since the decline. */
export const cardNow = (scope: Scope, id: string) =>
  queryOptions({
    queryKey: [...keyOf('card-declined'), scope, id],
    queryFn: ({ signal }) =>
      scope === 'business'
        ? fetchOrThrow(oneCard, { params: { id } }, signal)
        : fetchOrThrow(ownCard, { params: { id } }, signal),
  });

/** Refetches what shows the state of cards. */
export const refreshCards = () =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey }) => typeof queryKey[1] === 'string' && /^(own-)?cards?(-|$)/.test(queryKey[1]),
  });
