import { vendorLinks } from '@florin/contract/vendor-links';
import type { Success } from '@florin/contract/endpoint';
import { queryOptions } from '@tanstack/react-query';
import { fetchOrThrow, keyOf, queryClient } from '../../../session/queries/query-client.ts';

export type SendableCard = Success<typeof vendorLinks>['body']['cards'][number];

/**
 * The cards that can be sent to a vendor, and the links sent. A vendor's view shows when the window is focused again.
 */
export const vendorLinksQuery = () =>
  queryOptions({
    queryKey: keyOf('vendor-links'),
    queryFn: ({ signal }) => fetchOrThrow(vendorLinks, {}, signal),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });

export const refreshLinks = () => queryClient.invalidateQueries({ queryKey: vendorLinksQuery().queryKey });
