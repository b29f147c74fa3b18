import type { Success } from '@florin/contract/endpoint';
import { recoveryRequests } from '@florin/contract/access/recovery';
import { queryOptions } from '@tanstack/react-query';
import { currentEpoch } from '../../../session/browser-session.ts';
import { fetchOrThrow } from '../../../session/queries/query-client.ts';

export type RecoveryRequest = Success<typeof recoveryRequests>['body'][number];

/** How often an open dashboard checks for requests. */
const everyMs = 30_000;

export const recoveryRequestsQuery = () =>
  queryOptions({
    queryKey: [currentEpoch(), 'recovery-requests'],
    queryFn: ({ signal }) => fetchOrThrow(recoveryRequests, {}, signal),
    refetchInterval: everyMs,
  });
