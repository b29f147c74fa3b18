import type { Input } from '@florin/contract/endpoint';
import {
  previewTransfer,
  transfer,
  transferFigures,
  transfers,
  type TransferDirection,
} from '@florin/contract/money/transfers';
import { infiniteQueryOptions, queryOptions, skipToken } from '@tanstack/react-query';
import { fetchOrThrow, firstPage, keyOf, queryClient } from '../../../session/queries/query-client.ts';

export type TransfersQuery = Omit<Input<typeof transfers>['query'], 'cursor' | 'limit'>;
export type TransferOrder = Input<typeof previewTransfer>['body'];

export const transfersQuery = (query: TransfersQuery) =>
  infiniteQueryOptions({
    queryKey: [...keyOf('bank-transfers'), query],
    queryFn: ({ pageParam, signal }) =>
      fetchOrThrow(transfers, { query: { ...query, ...(pageParam !== null && { cursor: pageParam }) } }, signal),
    initialPageParam: firstPage,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

export const transferQuery = (id: string | null) =>
  queryOptions({
    queryKey: [...keyOf('bank-transfer'), id],
    queryFn: id === null ? skipToken : ({ signal }) => fetchOrThrow(transfer, { params: { id } }, signal),
  });

export const transferFiguresQuery = () =>
  queryOptions({
    queryKey: keyOf('bank-transfer-figures'),
    queryFn: ({ signal }) => fetchOrThrow(transferFigures, {}, signal),
  });

/** When a transfer would arrive; null while something is missing. */
export const transferPlanQuery = (order: TransferOrder | null) =>
  queryOptions({
    queryKey: [...keyOf('bank-transfer-plan'), order],
    queryFn: order === null ? skipToken : ({ signal }) => fetchOrThrow(previewTransfer, { body: order }, signal),
    staleTime: 0,
  });

/** After a transfer was made or canceled. */
export const refreshTransfers = () =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => /^(bank-transfer|balance)/.test(String(queryKey[1])) });

/** What the form of a transfer is kept as over the end of the session. */
export const transferKey = (direction: TransferDirection): string => `transfer ${direction}`;
