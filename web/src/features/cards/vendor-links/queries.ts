import { vendorLinks, type VendorLink } from '@florin/contract/cards/vendor-links';
import type { Success } from '@florin/contract/endpoint';
import { infiniteQueryOptions, type InfiniteData } from '@tanstack/react-query';
import { fetchOrThrow, keyOf, queryClient } from '../../../session/queries/query-client.ts';

export type SendableCard = Success<typeof vendorLinks>['body']['cards'][number];

/**
 * The cards that can be sent to a vendor, and the links sent. A vendor's view shows when the window is focused again.
 */
export const vendorLinksQuery = () =>
  infiniteQueryOptions({
    queryKey: keyOf('vendor-links'),
    queryFn: async ({ signal }) => {
      const { cards, links } = await fetchOrThrow(vendorLinks, {}, signal);
      return { cards, items: links, nextCursor: null };
    },
    initialPageParam: null,
    getNextPageParam: () => null,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });

export type VendorLinksData = InfiniteData<{ cards: SendableCard[]; items: VendorLink[]; nextCursor: null }, null>;

export const refreshLinks = () => queryClient.invalidateQueries({ queryKey: vendorLinksQuery().queryKey });

/** Names the form for a vendor (`useKeptForm`). */
export const sendKey = 'vendor-link';
