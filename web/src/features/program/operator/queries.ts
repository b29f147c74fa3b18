import {
  operatorDifferences,
  operatorHolds,
  operatorJobs,
  operatorSuspense,
  operatorWebhooks,
} from '@florin/contract/program/operator';
import type { Success } from '@florin/contract/endpoint';
import { queryOptions } from '@tanstack/react-query';
import { fetchOrThrow, keyOf, queryClient } from '../../../session/queries/query-client.ts';

export type SuspenseItem = Success<typeof operatorSuspense>['body'][number];
export type Webhooks = Success<typeof operatorWebhooks>['body'];
export type Difference = Success<typeof operatorDifferences>['body'][number];
export type HoldDue = Success<typeof operatorHolds>['body'][number];
export type FailedJob = Success<typeof operatorJobs>['body'][number];

export const webhookChoices = ['open', 'failed', 'all'] as const;
export type WebhookChoice = (typeof webhookChoices)[number];

const key = (list: string) => [...keyOf('operator'), list];

export const suspenseQuery = () =>
  queryOptions({ queryKey: key('suspense'), queryFn: ({ signal }) => fetchOrThrow(operatorSuspense, {}, signal) });
export const webhooksQuery = (which: WebhookChoice) =>
  queryOptions({
    queryKey: [...key('webhooks'), which],
    queryFn: ({ signal }) => fetchOrThrow(operatorWebhooks, { query: { which } }, signal),
  });
export const differencesQuery = () =>
  queryOptions({ queryKey: key('settlement'), queryFn: ({ signal }) => fetchOrThrow(operatorDifferences, {}, signal) });
export const holdsQuery = () =>
  queryOptions({ queryKey: key('holds'), queryFn: ({ signal }) => fetchOrThrow(operatorHolds, {}, signal) });
export const jobsQuery = () =>
  queryOptions({ queryKey: key('jobs'), queryFn: ({ signal }) => fetchOrThrow(operatorJobs, {}, signal) });

/** After an act: what waits may have changed anywhere. */
export const refreshOperator = () => queryClient.invalidateQueries({ queryKey: keyOf('operator') });
