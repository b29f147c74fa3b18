import { ownCards } from '@florin/contract/cards';
import { myRequest, myRequests, request, requests } from '@florin/contract/requests';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { fetchOrThrow, keyOf, queryClient } from '../../session/queries/query-client.ts';

/** The cards for which a cardholder can make requests. */
export const cardsToAskFor = () =>
  queryOptions({
    queryKey: keyOf('own-cards-to-ask-for'),
    queryFn: async ({ signal }) => (await fetchOrThrow(ownCards, { query: { limit: '100' } }, signal)).items,
  });

/** Pending or decided requests. */
type Status = 'PENDING' | 'DECIDED';

export const ownRequestsQuery = (status: Status) =>
  infiniteQueryOptions({
    queryKey: [...keyOf('own-requests'), status],
    queryFn: ({ pageParam, signal }) =>
      fetchOrThrow(myRequests, { query: { status, limit: '50', ...(pageParam && { cursor: pageParam }) } }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

export const ownRequestQuery = (id: string) =>
  queryOptions({
    queryKey: [...keyOf('own-request'), id],
    queryFn: ({ signal }) => fetchOrThrow(myRequest, { params: { id } }, signal),
  });

export const requestsQuery = (status: Status) =>
  infiniteQueryOptions({
    queryKey: [...keyOf('requests'), status],
    queryFn: ({ pageParam, signal }) =>
      fetchOrThrow(requests, { query: { status, limit: '50', ...(pageParam && { cursor: pageParam }) } }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

export const requestQuery = (id: string) =>
  queryOptions({
    queryKey: [...keyOf('request'), id],
    queryFn: ({ signal }) => fetchOrThrow(request, { params: { id } }, signal),
    staleTime: 0,
  });

/** Refetches every list and the request itself after a request was made, got a note or was decided. */
export async function refreshRequests(): Promise<void> {
  await Promise.all(
    ['own-requests', 'own-request', 'requests', 'request'].map((name) =>
      queryClient.invalidateQueries({ queryKey: keyOf(name) }),
    ),
  );
}
