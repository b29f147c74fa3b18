import {
  myTransaction,
  myTransactions,
  transaction,
  transactions,
  type TransactionLine,
} from '@florin/contract/cards/transactions';
import type { Success } from '@florin/contract/endpoint';
import { infiniteQueryOptions, queryOptions, type InfiniteData } from '@tanstack/react-query';
import { fetchOrThrow, firstPage, keyOf, queryClient } from '../../../session/queries/query-client.ts';
import type { Query } from './list-search.ts';

export type Page = Success<typeof transactions>['body'];
/** One transaction; only administrators get traces. */
export type Transaction = Success<typeof myTransaction>['body'] & {
  traces?: Success<typeof transaction>['body']['traces'];
};

/** Whose transactions: those of the business, or the cardholder's own. */
export type Scope = 'business' | 'own';

/** The pages of a list that have been loaded so far. */
export const listQuery = (scope: Scope, query: Query) =>
  infiniteQueryOptions({
    queryKey: [...keyOf('transactions'), scope, query],
    queryFn: ({ pageParam, signal }) => {
      const input = { query: { ...query, ...(pageParam !== null && { cursor: pageParam }) } };
      return scope === 'business'
        ? fetchOrThrow(transactions, input, signal)
        : fetchOrThrow(myTransactions, input, signal);
    },
    initialPageParam: firstPage,
    getNextPageParam: ({ nextCursor }: Page) => nextCursor,
  });

/** How many transactions a query finds; null if they are too many to count. */
export async function countRows(scope: Scope, query: Query, signal: AbortSignal): Promise<number | null> {
  const input = { query: { ...query, limit: '1' } };
  const { totals } = await (scope === 'business'
    ? fetchOrThrow(transactions, input, signal)
    : fetchOrThrow(myTransactions, input, signal));
  return totals?.transactions ?? null;
}

export const oneQuery = (scope: Scope, id: string) =>
  queryOptions({
    queryKey: [...keyOf('transaction'), scope, id],
    queryFn: ({ signal }): Promise<Transaction> =>
      scope === 'business'
        ? fetchOrThrow(transaction, { params: { id } }, signal)
        : fetchOrThrow(myTransaction, { params: { id } }, signal),
  });

/** After a change of one: its details and every list. */
export async function refreshTransactions(scope: Scope, id: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: oneQuery(scope, id).queryKey }),
    queryClient.invalidateQueries({ queryKey: [...keyOf('transactions'), scope] }),
  ]);
}

/** After a change of many: every list, and what is open. */
export const refreshAllTransactions = () =>
  Promise.all(['transactions', 'transaction'].map((name) => queryClient.invalidateQueries({ queryKey: keyOf(name) })));

/** Rows of the lists that are shown, as they are now. */
export async function latestOf<Row extends Pick<TransactionLine, 'id'>>(
  rows: readonly Row[],
): Promise<(Row | TransactionLine)[]> {
  await refreshAllTransactions();
  const lists = queryClient.getQueriesData<InfiniteData<Page>>({ queryKey: keyOf('transactions') });
  const loaded = new Map(
    lists.flatMap(([, data]) => data?.pages?.flatMap(({ items }) => items.map((row) => [row.id, row] as const)) ?? []),
  );
  return rows.map((row) => loaded.get(row.id) ?? row);
}

export const idOf = ({ id }: Pick<TransactionLine, 'id'>): string => id;

/** Name the forms of a transaction (`useKeptForm`). */
export const reportKey = (id: string): string => `report ${id}`;
export const noteKey = (id: string): string => `transaction-note ${id}`;
