import { balance, linkedAccounts } from '@florin/contract/access/linked-accounts';
import { loginActivity } from '@florin/contract/limits';
import { loginActivityAlert } from '@florin/contract/access/login-activity';
import { session } from '@florin/contract/access/session';
import { branding } from '@florin/contract/program/site';
import { userInfo } from '@florin/contract/program/user-info';
import { queryOptions } from '@tanstack/react-query';
import { shellWords } from '../../messages/en/shell/shell.ts';
import { readSite } from '../../site.ts';
import { isOutage } from '../failures/report-error.ts';
import { fetchOrThrow, isRetryable, keyOf, queryClient } from './query-client.ts';

/* The queries of more than one screen. */

/** Fetched once, and again at every ping interval; that does not extend the session. */
export const sessionQuery = () =>
  queryOptions({
    queryKey: keyOf('session'),
    queryFn: ({ signal }) => fetchOrThrow(session, {}, signal),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: readSite().sessionTimeout.pingSeconds * 1000,
    refetchIntervalInBackground: true,
  });

export const userInfoQuery = () =>
  queryOptions({
    queryKey: keyOf('user-info'),
    queryFn: ({ signal }) => fetchOrThrow(userInfo, {}, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const linkedAccountsQuery = () =>
  queryOptions({
    queryKey: keyOf('linked-accounts'),
    queryFn: async ({ signal }) => (await fetchOrThrow(linkedAccounts, {}, signal)).accounts,
  });

export const balanceQuery = () =>
  queryOptions({ queryKey: keyOf('balance'), queryFn: ({ signal }) => fetchOrThrow(balance, {}, signal) });

export const brandingQuery = () =>
  queryOptions({
    meta: { unshown: shellWords.footer.loadFailed },
    queryKey: ['branding'],
    queryFn: ({ signal }) => {
      const { slug } = readSite().program;
      return fetchOrThrow(branding, { query: slug === null ? {} : { customSlug: slug } }, signal);
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

const securityRetries = 10;

/** Options of the security calls: cached for 60000 ms unless something changes them (`markSecurityStale`), and retried up to 10 times (specification, section 9). */
export const securityCall = {
  staleTime: loginActivity.cacheMilliseconds,
  meta: { isKeptForAMinute: true },
  retry: (failures: number, error: unknown) => failures < securityRetries && (isRetryable(error) || isOutage(error)),
  retryDelay: (failures: number) => Math.min(100 * 2 ** failures, 500),
};

/** Whether other devices have logged in since the person's last visit. */
export const loginAlertQuery = () =>
  queryOptions({
    ...securityCall,
    meta: { ...securityCall.meta, unshown: shellWords.loginAlertFailed },
    queryKey: loginAlertKey(),
    queryFn: async ({ signal }) => {
      const before = queryClient.getQueryData<{ newLoginsCount: number }>(loginAlertKey());
      const found = await fetchOrThrow(loginActivityAlert, {}, signal);
      // Another device has logged in: the cached list does not have it.
      if (before !== undefined && found.newLoginsCount > before.newLoginsCount) void markSecurityStale();
      return found;
    },
  });

const loginAlertKey = () => keyOf('login-alert');

/** Devices and checklist were changed: by an act on them, on factors or the password, or by a new login. */
export const markSecurityStale = () =>
  Promise.all(
    ['current-device', 'recent-devices', 'security-checklist'].map((name) =>
      queryClient.invalidateQueries({ queryKey: keyOf(name) }),
    ),
  );
