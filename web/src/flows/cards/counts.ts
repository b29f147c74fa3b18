import { cardCounts, tabCountAtMost } from '@florin/contract/cards/card-counts';
import { queryOptions } from '@tanstack/react-query';
import { cardsTabsWords as words } from '../../messages/en/cards/cards-tabs.ts';
import { fetchOrThrow, keyOf } from '../../session/queries/query-client.ts';

/** How much the pages of /cards list. Without an answer, their links are names alone. */
export const countsQuery = () =>
  queryOptions({
    // Whatever changes cards, policies or requests changes it, too (session/live/stale.ts).
    queryKey: keyOf('card-request-and-policy-counts'),
    queryFn: ({ signal }) => fetchOrThrow(cardCounts, {}, signal),
  });

/** '5', '99+'. */
export const countText = (count: number): string =>
  count < tabCountAtMost ? String(count) : words.more(tabCountAtMost - 1);
