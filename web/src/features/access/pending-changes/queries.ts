import { pendingChanges } from '@florin/contract/access/pending-changes';
import { queryOptions } from '@tanstack/react-query';
import { fetchOrThrow, keyOf } from '../../../session/queries/query-client.ts';

export const changesQuery = () =>
  queryOptions({
    queryKey: keyOf('pending-changes'),
    queryFn: ({ signal }) => fetchOrThrow(pendingChanges, {}, signal),
  });
