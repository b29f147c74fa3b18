import type { Success } from '@florin/contract/endpoint';
import {
  simulator,
  simulatorCards,
  simulatorLog,
  simulatorMerchants,
  simulatorPurchases,
  simulatorTransfers,
} from '@florin/contract/cards/simulator';
import { queryOptions } from '@tanstack/react-query';
import { fetchOrThrow, keyOf, queryClient } from '../../../session/queries/query-client.ts';

export type PlayableCard = Success<typeof simulatorCards>['body'][number];

export const stateQuery = () =>
  queryOptions({
    queryKey: keyOf('simulator-state'),
    queryFn: ({ signal }) => fetchOrThrow(simulator, {}, signal),
  });

/** They never change. */
export const merchantsQuery = () =>
  queryOptions({
    queryKey: keyOf('merchants-of-simulator'),
    queryFn: ({ signal }) => fetchOrThrow(simulatorMerchants, {}, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const playableCardsQuery = () =>
  queryOptions({
    queryKey: keyOf('simulator-cards'),
    queryFn: ({ signal }) => fetchOrThrow(simulatorCards, {}, signal),
  });

export const purchasesQuery = () =>
  queryOptions({
    queryKey: keyOf('simulator-purchases'),
    queryFn: ({ signal }) => fetchOrThrow(simulatorPurchases, {}, signal),
  });

/** @param mayView whether the person may see the bank transfers of the business */
export const transfersQuery = (mayView: boolean) =>
  queryOptions({
    queryKey: keyOf('simulator-transfers'),
    queryFn: ({ signal }) => fetchOrThrow(simulatorTransfers, {}, signal),
    enabled: mayView,
  });

export const logQuery = () =>
  queryOptions({
    queryKey: keyOf('simulator-log'),
    queryFn: ({ signal }) => fetchOrThrow(simulatorLog, {}, signal),
  });

/** After something was played: the simulator's own lists. The server's events refresh the page above. */
export const refetchSimulator = () =>
  Promise.all(
    [stateQuery(), purchasesQuery(), transfersQuery(true), logQuery(), playableCardsQuery()].map(({ queryKey }) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  );
