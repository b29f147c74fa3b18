import { cardGroups } from '@florin/contract/cards/card-groups';
import { cardSpendLimits, mySpendLimits } from '@florin/contract/cards/spend-limits';
import { queryOptions } from '@tanstack/react-query';
import { fetchOrThrow, keyOf } from '../../session/queries/query-client.ts';

/** The groups of the business's cards. */
export const cardGroupsQuery = () =>
  queryOptions({
    queryKey: keyOf('card-groups'),
    queryFn: async ({ signal }) => (await fetchOrThrow(cardGroups, {}, signal)).items,
  });

/** What is left on a card of the business, by every limit. */
export const cardLimitsQuery = (id: string) =>
  queryOptions({
    queryKey: [...keyOf('card-limits'), id],
    queryFn: ({ signal }) => fetchOrThrow(cardSpendLimits, { params: { id } }, signal),
  });

/** What is left on the cardholder's own cards, by every limit; without closed cards. */
export const ownLimitsQuery = () =>
  queryOptions({
    queryKey: keyOf('own-card-limits'),
    queryFn: async ({ signal }) => (await fetchOrThrow(mySpendLimits, {}, signal)).cards,
  });
