import { useLocation, useRouter, type AnyRouter } from '@tanstack/react-router';
import { useCallback, useRef } from 'react';
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
  /** While the history goes back, what follows waits for it. */
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

/** Changes parts of the address. Returns the end of a step back in the history; null where there is none to wait for. */
function apply(router: AnyRouter, pathname: string, parts: ListChange): Promise<void> | null {
  // A change made while the page is being left would bring it back.
  if (router.latestLocation.pathname !== pathname) return null;
  // The newest address, not the one that was drawn last: two changes may follow each other at once.
  const newest = router.latestLocation.search as ListSearch;
  if (Object.entries(parts).every(([key, value]) => (newest[key] ?? '') === (value ?? ''))) return null;
  const next = changed(newest, parts);
  const isOpen = Boolean(newest['open']);
  const opens = Boolean(next['open']) && !isOpen;
  // A closed sheet leaves no entry behind that looks like the one before it.
  const { listBelow } = router.latestLocation.state;
  if (isOpen && !next['open'] && listBelow === textOf(next)) return goBack(router);
  void router.navigate({
    to: pathname,
    search: next as never,
    // A row's details are a place to come back from; everything else is another view of the same place.
    replace: !opens,
    resetScroll: false,
    state: opens ? { listBelow: textOf(newest) } : true,
  });
  return null;
}

/** A search with parts changed; null takes a part away. */
const changed = (search: ListSearch, parts: ListChange): Record<string, string> =>
  Object.fromEntries(Object.entries({ ...search, ...parts }).flatMap(([key, value]) => (value ? [[key, value]] : [])));

/** The same for the same search, in whatever order. */
const textOf = (search: ListSearch): string =>
  JSON.stringify(
    Object.entries(search)
      .filter(([, value]) => value)
      .toSorted(([a], [b]) => a.localeCompare(b)),
  );

/** Goes to the entry before, with the rows where they are: they may have been scrolled beside the sheet. */
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
