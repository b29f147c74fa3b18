import { pendingChanges } from '@florin/contract/access/pending-changes';
import { queryOptions } from '@tanstack/react-query';
import { fetchOrThrow, keyOf } from '../session/queries/query-client.ts';

/** What waits for a second administrator, and whether the business asks for one. */
export const pendingChangesQuery = () =>
  queryOptions({
    queryKey: keyOf('pending-changes'),
    queryFn: ({ signal }) => fetchOrThrow(pendingChanges, {}, signal),
  });
