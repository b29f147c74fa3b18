import { balance, linkedAccounts } from '@florin/contract/linked-accounts';
import { session } from '@florin/contract/session';
import type { Endpoint, Input, Success } from '@florin/contract/endpoint';
import { branding } from '@florin/contract/site';
import { userInfo } from '@florin/contract/user-info';
import type { ErrorCode } from '@florin/contract/errors';
import { QueryCache, QueryClient, queryOptions, type Query, type QueryFilters } from '@tanstack/react-query';
import { call, CallFailure, NetworkFailure, UnexpectedAnswer } from '../api.ts';
import { dismissSnackbar } from '../kit/feedback/snackbar-store.ts';
import { shellWords } from '../messages/en/shell.ts';
import { tellFailure } from '../report-fault.ts';
import { readSite } from '../site.ts';
import { currentEpoch } from './epoch.ts';

/** A refusal where only an answer will do; carries what its error state shows. */
export class Refused extends CallFailure {
  readonly code: ErrorCode;
  constructor(code: ErrorCode, correlationId: string | null) {
    super(`refused with ${code}`, correlationId);
    this.code = code;
  }
}

type Body<E extends Endpoint> = Success<E>['body'];

/** Calls an endpoint for a query: its body, or an exception (`Refused`, or one of `call`). */
export async function ask<const E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  signal?: AbortSignal,
): Promise<Body<E>> {
  const answer = await call(endpoint, input, { signal });
  if (!answer.ok) throw new Refused(answer.code, answer.correlationId);
  return answer.body;
}

export const isWorthRepeating = (error: unknown) =>
  error instanceof NetworkFailure || (error instanceof UnexpectedAnswer && error.status >= 500);

/** The snackbars of what is missing, by the query. */
const told = new Map<string, number | null>();

/**
 * A query whose failure no screen shows: the generic snackbar says what is missing, with a retry (specification, section 8).
 * It is said once, and whoever has put it away is not told again every minute.
 */
function tellMissing(error: Error, query: Query<unknown, unknown>): void {
  const { meta, state, queryHash, queryKey } = query;
  const missing = meta?.['unshown'];
  if (typeof missing !== 'string' || state.data !== undefined || told.has(queryHash)) return;
  const retry = () => {
    takeBack(query);
    void queryClient.refetchQueries({ queryKey, exact: true });
  };
  told.set(queryHash, tellFailure(error, missing, retry));
}

/** Nothing is missing any more, or nobody asks for it. */
function takeBack({ queryHash }: Query<unknown, unknown>): void {
  const id = told.get(queryHash);
  told.delete(queryHash);
  if (id != null) dismissSnackbar(id);
}

/** Everything the signed-in pages have asked the server. Emptied whenever the session becomes another one. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: tellMissing, onSuccess: (_, query) => takeBack(query) }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      networkMode: 'always',
      retry: (failures, error) => failures < 1 && isWorthRepeating(error),
      retryDelay: 500,
    },
  },
});

queryClient.getQueryCache().subscribe(({ type, query }) => {
  if (type === 'removed') takeBack(query);
});

/**
 * Asks again what an act has changed. An answer that is still on its way tells of the time before it and is dropped: an
 * invalidation alone would let a first one stand.
 */
export async function askAgain(filters: QueryFilters): Promise<void> {
  await queryClient.cancelQueries(filters);
  await queryClient.invalidateQueries(filters);
}

/** Keys carry the epoch: what one account has asked never answers another (security design P27). */
export const keyOf = (name: string) => [currentEpoch(), name] as const;

/** Asked once, and again at every ping interval: it does not extend the session. */
export const sessionQuery = () =>
  queryOptions({
    queryKey: keyOf('session'),
    queryFn: ({ signal }) => ask(session, {}, signal),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: readSite().sessionTimeout.pingSeconds * 1000,
    refetchIntervalInBackground: true,
  });

export const userInfoQuery = () =>
  queryOptions({
    queryKey: keyOf('user-info'),
    queryFn: ({ signal }) => ask(userInfo, {}, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const linkedAccountsQuery = () =>
  queryOptions({
    queryKey: keyOf('linked-accounts'),
    queryFn: async ({ signal }) => (await ask(linkedAccounts, {}, signal)).accounts,
  });

export const balanceQuery = () =>
  queryOptions({ queryKey: keyOf('balance'), queryFn: ({ signal }) => ask(balance, {}, signal) });

export const brandingQuery = () =>
  queryOptions({
    meta: { unshown: shellWords.footer.loadFailed },
    queryKey: ['branding'],
    queryFn: ({ signal }) => {
      const { slug } = readSite().program;
      return ask(branding, { query: slug === null ? {} : { customSlug: slug } }, signal);
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
