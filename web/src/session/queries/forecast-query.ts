import { forecast } from '@florin/contract/program/dashboard';
import { queryOptions } from '@tanstack/react-query';
import { fetchOrThrow, keyOf } from './query-client.ts';

/** What will be available in the next days. Its key begins with what it shows, so that events make it stale. */
export const forecastQuery = () =>
  queryOptions({ queryKey: keyOf('balance-forecast'), queryFn: ({ signal }) => fetchOrThrow(forecast, {}, signal) });
