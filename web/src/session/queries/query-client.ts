import type { Endpoint, Input, Success } from '@florin/contract/endpoint';
import type { ErrorBody, ErrorCode } from '@florin/contract/errors';
import { QueryCache, QueryClient, type Query, type QueryFilters } from '@tanstack/react-query';
import { call, CallFailure, NetworkFailure, UnexpectedAnswer } from '../../api.ts';
import { dismissSnackbar, snackbars as shown } from '../../kit/feedback/snackbar-store.ts';
import { isOutage, notifyFailure } from '../failures/report-error.ts';
import { currentEpoch } from '../browser-session.ts';

/** A refusal as an exception, for callers that need an answer. */
export class Refused extends CallFailure {
  readonly code: ErrorCode;
  readonly body: ErrorBody;
  constructor(body: ErrorBody, correlationId: string | null) {
    super(`refused with ${body.Code}`, correlationId);
    this.code = body.Code;
    this.body = body;
  }
}

type Body<E extends Endpoint> = Success<E>['body'];

/**
 * Calls an endpoint and returns the body of its answer.
 * @throws Refused, or an exception of `call`
 */
export async function fetchOrThrow<const E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  signal?: AbortSignal,
): Promise<Body<E>> {
  const answer = await call(endpoint, input, { signal });
  if (!answer.ok) throw new Refused(answer.body, answer.correlationId);
  return answer.body;
}

export const isRetryable = (error: unknown) =>
  error instanceof NetworkFailure || (error instanceof UnexpectedAnswer && error.status >= 500);

/** The snackbars about missing data, by query; null where none was shown. */
const snackbars = new Map<string, number | null>();

/**
 * Shows the generic snackbar, with a retry, for a failed query that no screen shows (specification, section 8). `meta.unshown`
 * says what is missing. It is shown once: a dismissed one does not come back with every refetch.
 */
function notifyMissing(error: Error, query: Query<unknown, unknown>): void {
  if (failedPages > 0) return;
  const { meta, state, queryHash, queryKey } = query;
  const missing = meta?.['unshown'];
  if (typeof missing !== 'string' || state.data !== undefined || snackbars.has(queryHash)) return;
  if (isOutage(error)) {
    notifyOutage(error, queryHash);
    return;
  }
  const retry = () => {
    dismiss(query);
    void queryClient.refetchQueries({ queryKey, exact: true });
  };
  snackbars.set(queryHash, notifyFailure(error, missing, retry));
}

/** The cursor of a list's first page. */
export const firstPage: string | null = null;

/** The queries that an outage has failed, and their one snackbar. */
const outage = { hashes: new Set<string>(), id: null as number | null };

/** Shows one snackbar for all queries that an outage fails: its retry loads everything that has failed. */
function notifyOutage(error: Error, queryHash: string): void {
  if (outage.hashes.has(queryHash)) return;
  outage.hashes.add(queryHash);
  if (shown.snapshot().some(({ id }) => id === outage.id)) return;
  outage.id = notifyFailure(error, undefined, () => {
    endOutage();
    void queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
  });
}

function endOutage(): void {
  if (outage.id !== null) dismissSnackbar(outage.id);
  outage.id = null;
  outage.hashes.clear();
}

/** A panel shows that this data is missing, so no snackbar has to. */
export function showsFailure({ queryKey }: { queryKey: readonly unknown[] }): void {
  const query = queryClient.getQueryCache().find<unknown, unknown>({ queryKey });
  if (query === undefined) return;
  dismiss(query);
  snackbars.set(query.queryHash, null);
}

let failedPages = 0;

/**
 * While a failed page is on the screen, it is the only message about missing data, and its retry loads everything.
 * @returns ends it, for an effect
 */
export function muteMissing(): () => void {
  failedPages += 1;
  for (const id of snackbars.values()) if (id !== null) dismissSnackbar(id);
  snackbars.clear();
  endOutage();
  return () => {
    failedPages -= 1;
  };
}

/** The data has arrived, or no screen needs it any more. */
function dismiss({ queryHash }: Query<unknown, unknown>): void {
  const id = snackbars.get(queryHash);
  snackbars.delete(queryHash);
  if (id != null) dismissSnackbar(id);
  if (outage.hashes.delete(queryHash) && outage.hashes.size === 0) endOutage();
}

/** The answers shown on the signed-in pages. Cleared whenever the session changes. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: notifyMissing, onSuccess: (_, query) => dismiss(query) }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      networkMode: 'always',
      retry: (failures, error) => failures < 1 && isRetryable(error),
      retryDelay: 500,
    },
  },
});

queryClient.getQueryCache().subscribe(({ type, query }) => {
  if (type === 'removed') dismiss(query);
});

/**
 * Refetches what an action has changed. A pending answer describes the time before the action and is discarded. An
 * invalidation alone would keep a first answer.
 */
export async function refetch(filters: QueryFilters): Promise<void> {
  await queryClient.cancelQueries(filters);
  await queryClient.invalidateQueries(filters);
}

/** Keys carry the epoch, so that an answer to one account never shows for another (security design P27). */
export const keyOf = (name: string) => [currentEpoch(), name] as const;
