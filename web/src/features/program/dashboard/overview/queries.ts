import {
  needsAttention,
  spend,
  spendBreakdown,
  type SpendDimension,
  type SpendPeriod,
} from '@florin/contract/program/dashboard';
import { balanceEntries, transactions } from '@florin/contract/cards/transactions';
import type { Success } from '@florin/contract/endpoint';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { fetchOrThrow, firstPage, keyOf } from '../../../../session/queries/query-client.ts';

/* Their names begin with what they show, so that events make them stale (session/live/stale.ts). */

export const needsQuery = () =>
  queryOptions({
    queryKey: keyOf('needs-attention'),
    queryFn: ({ signal }) => fetchOrThrow(needsAttention, {}, signal),
  });

export const feedRows = 7;

export const feedQuery = () =>
  queryOptions({
    queryKey: keyOf('transaction-feed'),
    queryFn: ({ signal }) => fetchOrThrow(transactions, { query: { limit: String(feedRows) } }, signal),
  });

export const spendQuery = (period: SpendPeriod) =>
  queryOptions({
    queryKey: [...keyOf('transaction-spend'), period],
    queryFn: ({ signal }) => fetchOrThrow(spend, { query: { period } }, signal),
    placeholderData: keepPreviousData,
  });

export const breakdownQuery = (period: SpendPeriod, by: SpendDimension) =>
  queryOptions({
    queryKey: [...keyOf('transaction-breakdown'), period, by],
    queryFn: ({ signal }) => fetchOrThrow(spendBreakdown, { query: { period, by } }, signal),
    placeholderData: keepPreviousData,
  });

/** The figures that are made of entries, as the address names them. */
export const figureNames = {
  posted: 'POSTED',
  'on-hold': 'ON_HOLD',
  incoming: 'INCOMING',
  'fees-owed': 'FEES_OWED',
} as const;
export type FigureName = keyof typeof figureNames;

type Entries = Success<typeof balanceEntries>['body'];

export const entriesQuery = (figure: FigureName) =>
  infiniteQueryOptions({
    queryKey: [...keyOf('balance-entries'), figure],
    queryFn: ({ pageParam, signal }) =>
      fetchOrThrow(
        balanceEntries,
        { query: { figure: figureNames[figure], limit: '30', ...(pageParam !== null && { cursor: pageParam }) } },
        signal,
      ),
    initialPageParam: firstPage,
    getNextPageParam: ({ nextCursor }: Entries) => nextCursor,
  });
