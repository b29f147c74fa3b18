import { ownCard, ownCards } from '@florin/contract/cards/cards';
import type { Input, Success } from '@florin/contract/endpoint';
import { myRequest, myRequests, request, requests } from '@florin/contract/money/requests';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { fetchOrThrow, firstPage, keyOf, queryClient } from '../../session/queries/query-client.ts';

/** The cards for which a cardholder can make requests. */
export const cardsToAskFor = () =>
  queryOptions({
    queryKey: keyOf('own-cards-to-ask-for'),
    queryFn: async ({ signal }) => (await fetchOrThrow(ownCards, { query: { limit: '100' } }, signal)).items,
  });

/** One of those cards, as it is now. */
export const cardToAskFor = (id: string) =>
  queryOptions({
    queryKey: [...keyOf('own-card-to-ask-for'), id],
    queryFn: ({ signal }) => fetchOrThrow(ownCard, { params: { id } }, signal),
    staleTime: 0,
  });

export type RequestsQuery = Input<typeof requests>['query'];
export type RequestsPage = Success<typeof requests>['body'];

/** Whose requests: those of the cardholders of the business, or the caller's own. */
export type RequestScope = 'business' | 'own';

/** The pages of a list that have been loaded so far. The calls of a cardholder ignore parameters that only an administrator's calls take. */
export const requestsQuery = (scope: RequestScope, query: RequestsQuery) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(scope === 'own' ? 'own-requests' : 'requests'), query],
    queryFn: ({ pageParam, signal }): Promise<RequestsPage> => {
      const input = { query: { ...query, ...(pageParam !== null && { cursor: pageParam }) } };
      return scope === 'own' ? fetchOrThrow(myRequests, input, signal) : fetchOrThrow(requests, input, signal);
    },
    initialPageParam: firstPage,
    getNextPageParam: ({ nextCursor }: RequestsPage) => nextCursor,
  });

export const ownRequestQuery = (id: string) =>
  queryOptions({
    queryKey: [...keyOf('own-request'), id],
    queryFn: ({ signal }) => fetchOrThrow(myRequest, { params: { id } }, signal),
  });

export const requestQuery = (id: string) =>
  queryOptions({
    queryKey: [...keyOf('request-to-decide'), id],
    queryFn: ({ signal }) => fetchOrThrow(request, { params: { id } }, signal),
    staleTime: 0,
  });

/** Refetches every list and the request itself after a request was made, got a note or was decided. */
export async function refreshRequests(): Promise<void> {
  await Promise.all(
    ['own-requests', 'own-request', 'requests', 'request-to-decide'].map((name) =>
      queryClient.invalidateQueries({ queryKey: keyOf(name) }),
    ),
  );
}
