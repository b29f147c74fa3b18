import { vendorLinks } from '@florin/contract/vendor-links';
import type { Success } from '@florin/contract/endpoint';
import { queryOptions } from '@tanstack/react-query';
import { fetchOrThrow, keyOf, queryClient } from '../../../session/queries/query-client.ts';

export type SendableCard = Success<typeof vendorLinks>['body']['cards'][number];

/** The cards that can be sent to a vendor, and what was sent. What a vendor does shows at the next look at the window. */
export const vendorLinksQuery = () =>
  queryOptions({
    queryKey: keyOf('vendor-links'),
    queryFn: ({ signal }) => fetchOrThrow(vendorLinks, {}, signal),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });

export const refreshLinks = () => queryClient.invalidateQueries({ queryKey: vendorLinksQuery().queryKey });
