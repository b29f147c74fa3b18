import { useLocation, useMatch, useRouter, type AnyRouter } from '@tanstack/react-router';
import { useCallback, useRef } from 'react';
import type { ListChange, ListSearch } from './search.ts';

/** The list's state, which is entirely in the address, and functions to change parts of it. */
export interface ListAddress {
  search: ListSearch;
  change: (parts: ListChange) => void;
}

/** The state of the list on this page. The route's `validateSearch` must be a `listSearch`. */
export function useListAddress(): ListAddress {
  const router = useRouter();
  const page = useMatch({ strict: false });
  const { pathname } = page;
  const location = useLocation();
  // While another page is loaded, the address is already that page's.
  const search: ListSearch = location.pathname === pathname ? location.search : page.search;
  /** While the history goes back, further changes wait. */
  const goingBack = useRef<Promise<void> | null>(null);
  const change = useCallback(
    (parts: ListChange) => {
      const run = async () => {
        const back = apply(router, pathname, parts);
        if (back === null) return;
        goingBack.current = back;
        await back;
        goingBack.current = null;
      };
      void (goingBack.current ? after(goingBack.current, run) : run());
    },
    [router, pathname],
  );
  return { search, change };
}

async function after(before: Promise<void>, run: () => Promise<void>): Promise<void> {
  await before;
  await run();
}

/**
 * Changes parts of the address. Returns a promise for a step back in the history; null if there is none to wait for.
 */
function apply(router: AnyRouter, pathname: string, parts: ListChange): Promise<void> | null {
  // A change made while the page is being left would return to it.
  if (router.latestLocation.pathname !== pathname) return null;
  // The newest address, not the one rendered last, because two changes may directly follow each other.
  const newest = router.latestLocation.search as ListSearch;
  if (Object.entries(parts).every(([key, value]) => (newest[key] ?? '') === (value ?? ''))) return null;
  const next = changed(newest, parts);
  const isOpen = Boolean(newest['open']);
  const opens = Boolean(next['open']) && !isOpen;
  // A closed sheet does not leave a history entry that equals the one before it.
  const { listBelow } = router.latestLocation.state;
  if (isOpen && !next['open'] && listBelow === textOf(next)) return goBack(router);
  void router.navigate({
    to: pathname,
    search: next,
    // Opening a row's details adds a history entry. Everything else replaces the current one.
    replace: !opens,
    resetScroll: false,
    state: opens ? { listBelow: textOf(newest) } : true,
  });
  return null;
}

/** A search with parts changed; null removes a part. */
const changed = (search: ListSearch, parts: ListChange): Record<string, string> =>
  Object.fromEntries(Object.entries({ ...search, ...parts }).flatMap(([key, value]) => (value ? [[key, value]] : [])));

/** The same for the same search, in whatever order. */
const textOf = (search: ListSearch): string =>
  JSON.stringify(
    Object.entries(search)
      .filter(([, value]) => value)
      .toSorted(([a], [b]) => a.localeCompare(b)),
  );

/** Goes to the previous entry without scrolling the rows, which may have been scrolled beside the sheet. */
function goBack(router: AnyRouter): Promise<void> {
  const { scrollX, scrollY } = window;
  const { promise, resolve } = Promise.withResolvers<void>();
  const stopScroll = router.subscribe('onRendered', () => {
    stopScroll();
    window.scrollTo(scrollX, scrollY);
  });
  const stop = router.history.subscribe(() => {
    stop();
    resolve();
  });
  router.history.back();
  return promise;
}
