import { useLocation, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { ListChange, ListSearch } from './search.ts';

/** The list's state, which is all in the address, and how to change parts of it. */
export interface ListAddress {
  search: ListSearch;
  change: (parts: ListChange) => void;
}

/** The state of the list on this page, of which the route's `validateSearch` is a `listSearch`. */
export function useListAddress(): ListAddress {
  const router = useRouter();
  const pathname = useLocation({ select: (location) => location.pathname });
  const search = useLocation({ select: (location) => location.search as ListSearch });
  const change = useCallback(
    (parts: ListChange) => {
      // A change made while the page is being left would bring it back.
      if (router.latestLocation.pathname !== pathname) return;
      // The newest address, not the one that was drawn last: two changes may follow each other at once.
      const newest = router.latestLocation.search as ListSearch;
      if (Object.entries(parts).every(([key, value]) => (newest[key] ?? '') === (value ?? ''))) return;
      void router.navigate({
        to: pathname,
        search: changed(newest, parts) as never,
        // A row's details are a place to come back from; everything else is another view of the same place.
        replace: !parts['open'] || newest['open'] !== undefined,
        resetScroll: false,
      });
    },
    [router, pathname],
  );
  return { search, change };
}

/** A search with parts changed; null takes a part away. */
const changed = (search: ListSearch, parts: ListChange) =>
  Object.fromEntries(Object.entries({ ...search, ...parts }).filter(([, value]) => value));
