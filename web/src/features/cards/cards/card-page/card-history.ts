import { myRequests, requests, type CardRequest } from '@florin/contract/money/requests';
import { myTransaction, myTransactions, transaction, transactions } from '@florin/contract/cards/transactions';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { cardPageWords } from '../../../../messages/en/cards/card-page.ts';
import { cardsWords as words } from '../../../../messages/en/cards/cards.ts';
import { useReason } from '../../../../session/PermittedButton.tsx';
import { fetchOrThrow, keyOf } from '../../../../session/queries/query-client.ts';
import type { CardScope } from '../queries.ts';

/* What happened with one card. The list of cards does without, so it is apart from its queries. */

/** The newest purchases with a card. */
export const purchasesQuery = (scope: CardScope, id: string) =>
  queryOptions({
    queryKey: [...keyOf('card-purchases'), scope, id],
    queryFn: async ({ signal }) => {
      const input = { query: { cardId: id, limit: String(purchasesShown) } };
      const { items } = await (scope === 'business'
        ? fetchOrThrow(transactions, input, signal)
        : fetchOrThrow(myTransactions, input, signal));
      return items;
    },
    meta: { unshown: words.purchasesFailed },
  });
const purchasesShown = 20;

/** What stood in the way of a declined purchase; null where the answer has no figures. */
export const declineQuery = (scope: CardScope, id: string) =>
  queryOptions({
    queryKey: [...keyOf('card-decline'), scope, id],
    queryFn: async ({ signal }) => {
      const input = { params: { id } };
      const { decline } = await (scope === 'business'
        ? fetchOrThrow(transaction, input, signal)
        : fetchOrThrow(myTransaction, input, signal));
      return decline;
    },
    meta: { unshown: cardPageWords.declined.failed },
    staleTime: Infinity,
  });

/** The newest requests about a card. Holders get those of all their cards. */
const requestsQuery = (scope: CardScope, id: string) =>
  queryOptions({
    queryKey: [...keyOf('requests-of-card'), scope, id],
    queryFn: async ({ signal }) => {
      const { items } = await (scope === 'business'
        ? fetchOrThrow(requests, { query: { cardId: id, limit: '50' } }, signal)
        : fetchOrThrow(myRequests, { query: { limit: '100' } }, signal));
      return items.filter((request) => request.card?.id === id);
    },
    meta: { unshown: words.requestsFailed },
  });

/** The requests about a card, the newest first; none for those who may not see them. */
export function useRequests(scope: CardScope, id: string): readonly CardRequest[] {
  const seeing = useReason(scope === 'own' ? 'requests.make' : 'requests.view');
  return useQuery({ ...requestsQuery(scope, id), enabled: seeing === null }).data ?? [];
}
