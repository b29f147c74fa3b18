import { loginActivity } from '@florin/contract/limits';
import {
  currentDeviceLogin,
  markLoginActivitySeen,
  recentDeviceLogins,
  type LoginRecord,
} from '@florin/contract/access/login-activity';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { fetchOrThrow, keyOf, queryClient, refetch } from '../../../session/queries/query-client.ts';
import { loginAlertQuery, securityCall } from '../../../session/queries/queries.ts';

export const currentDeviceQuery = () =>
  queryOptions({
    ...securityCall,
    queryKey: keyOf('current-device'),
    queryFn: ({ signal }) => fetchOrThrow(currentDeviceLogin, {}, signal),
  });

/** Other devices, page by page. */
export const recentDevicesQuery = () =>
  infiniteQueryOptions({
    ...securityCall,
    queryKey: keyOf('recent-devices'),
    queryFn: ({ pageParam, signal }) => {
      const pageSize = String(loginActivity.pageSize);
      const query = { pageNumber: String(pageParam), pageSize, includeCurrentDevice: 'false' } as const;
      return fetchOrThrow(recentDeviceLogins, { query }, signal);
    },
    initialPageParam: 1,
    getNextPageParam: (last, pages, lastNumber) =>
      last.items.length > 0 && lastNumber * loginActivity.pageSize < last.pageInfo.totalItems ? pages.length + 1 : null,
  });

/**
 * The new logins when the page was opened: they stay marked until the page is left, although they count as seen by
 * then.
 */
export const alertOnArrivalQuery = () =>
  queryOptions({
    ...securityCall,
    queryKey: keyOf('login-alert-on-arrival'),
    queryFn: () => queryClient.fetchQuery(loginAlertQuery()),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** Each device once: after a login between two pages, the next one repeats an entry. */
export function eachDeviceOnce(pages: readonly { items: readonly LoginRecord[] }[]): LoginRecord[] {
  const devices = new Map<string, LoginRecord>();
  for (const login of pages.flatMap(({ items }) => items)) {
    const device = login.deviceId ?? login.id;
    if (!devices.has(device)) devices.set(device, login);
  }
  return [...devices.values()];
}

/** Marks the shown logins as seen. If that fails the alert stays, and the next visit marks them. */
export async function markSeen(upTo: string): Promise<void> {
  try {
    await fetchOrThrow(markLoginActivitySeen, { body: { upTo } });
    await refetch(loginAlertQuery());
  } catch {
    // No message: the person has seen everything.
  }
}
