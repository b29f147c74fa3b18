import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { alertOnArrivalQuery, currentDeviceQuery, markSeen, recentDevicesQuery } from './queries.ts';
import { sayLoadFailed } from './say-load-failed.ts';

/**
 * A look at the page: says when something could not be loaded, and marks as seen what was shown once all of it is
 * (specification section 2).
 * @returns `alert`: what was new on arrival
 */
export function useLook() {
  const alert = useQuery(alertOnArrivalQuery());
  const current = useQuery(currentDeviceQuery());
  const recent = useInfiniteQuery(recentDevicesQuery());

  const isLoading = current.isFetching || (recent.isFetching && !recent.isFetchingNextPage);
  // Where both fail, one sentence is enough.
  const error = isLoading ? null : (current.error ?? (recent.isFetchNextPageError ? null : recent.error));
  useEffect(() => {
    if (error) sayLoadFailed(error);
  }, [error]);

  // What the cache still has is shown at once and counts when it is confirmed.
  const isComplete = current.isSuccess && recent.isSuccess && !isLoading && !alert.isFetching;
  const shownUpTo = isComplete ? recent.data.pages[0]?.asOf : undefined;
  useEffect(() => {
    if (shownUpTo !== undefined) void markSeen(shownUpTo);
  }, [shownUpTo]);

  return { alert: alert.data };
}
