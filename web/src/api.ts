import type { CodesOf, Endpoint, Input, Success } from '@florin/contract/endpoint';
import { commonErrors, errors, errorSchema, type ErrorBody, type ErrorCode } from '@florin/contract/errors';
import * as v from 'valibot';
import { callHooks } from './call-hooks.ts';
import { loadRefusalText } from './messages/refusal-text.ts';

/** A refusal the contract foresees: its code, and the correlation id for the 'Error ID'. */
type Refusal<E extends Endpoint> = {
  [C in CodesOf<E>]: {
    ok: false;
    status: number;
    code: C;
    body: ErrorBody<C>;
    correlationId: string | null;
    /** Whole seconds to wait before trying again, if the server says so. */
    retryAfterSeconds: number | null;
  };
}[CodesOf<E>];
export type Answer<E extends Endpoint> = (Success<E> & { ok: true; correlationId: string | null }) | Refusal<E>;

/** A call without an answer of the contract. `correlationId` is null if there was no response at all. */
export class CallFailure extends Error {
  readonly correlationId: string | null;
  constructor(message: string, correlationId: string | null, options?: ErrorOptions) {
    super(message, options);
    this.correlationId = correlationId;
  }
}
/** The server could not be reached, or the connection broke before the answer was complete. */
export class NetworkFailure extends CallFailure {}
/** The server answered with a status or a shape that the contract does not know. */
export class UnexpectedAnswer extends CallFailure {
  readonly status: number;
  constructor(status: number, correlationId: string | null) {
    super(`unexpected answer with status ${status}`, correlationId);
    this.status = status;
  }
}
/** The answer belongs to another account than the one on the screen; it is dropped (security design P27). */
export class StaleAnswer extends CallFailure {
  /** The session that the answer names; null if it names none. */
  readonly epoch: string | null;
  constructor(message: string, correlationId: string | null, epoch: string | null = null) {
    super(message, correlationId);
    this.epoch = epoch;
  }
}

interface CallOptions {
  signal?: AbortSignal;
  /** The token of a flow, such as a pending sign-in. Sessions are sent as a cookie. */
  bearer?: string;
  /** The session the call is for, if not this tab's: the server refuses it for any other. */
  epoch?: string | undefined;
  /** Lets the call outlive the page. */
  keepalive?: boolean;
}

/**
 * Calls an endpoint and checks its answer against the contract.
 * A refusal is a value (`ok: false`); everything else that goes wrong is thrown: `NetworkFailure`, `UnexpectedAnswer`,
 * `StaleAnswer`, or the reason of an aborted signal.
 */
export async function call<const E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options: CallOptions = {},
): Promise<Answer<E>> {
  const epoch = callHooks.epoch();
  try {
    const answer = await answerTo(endpoint, input, options, epoch);
    if (answer.ok || answer.code !== 'UNAUTHENTICATED' || !isSessionCall(endpoint)) return answer;
    // A change of factors gives the session another token, and a call sent with the old one is refused without effect:
    // it is repeated once for the same session, with the current cookie.
    await Promise.race([Promise.allSettled(changing), pause(longestChangeMilliseconds)]);
    const again = await answerTo(endpoint, input, options, epoch);
    if (!again.ok && again.code === 'UNAUTHENTICATED') callHooks.session?.ended();
    return again;
  } catch (error) {
    if (error instanceof UnexpectedAnswer) callHooks.failure?.(error, error.correlationId);
    throw error;
  }
}

async function answerTo<const E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options: CallOptions,
  epochAtStart: string | null,
): Promise<Answer<E>> {
  const sentAt = Date.now();
  const response = await send(endpoint, input, { epoch: epochAtStart ?? undefined, ...options });
  const correlationId = response.headers.get('x-correlation-id');
  // The call was not received in time, so nothing has happened.
  if (response.status === 408) throw new NetworkFailure('no answer', correlationId);
  const body = await readBody(response, correlationId, options.signal);

  if (isSessionCall(endpoint)) {
    callHooks.time?.(response.headers, sentAt);
    const answered = response.headers.get('x-account-epoch');
    const verdict = classifyResponse({ atStart: epochAtStart, answered, current: callHooks.epoch() });
    if (verdict === 'changed') callHooks.session?.changed(answered!);
    if (verdict !== 'current') throw new StaleAnswer('another session', correlationId, answered);
  }
  if (response.status in endpoint.answers) {
    const schema = endpoint.answers[response.status];
    const checked = schema ? v.safeParse(schema, body) : { success: true, output: null };
    if (!checked.success) throw new UnexpectedAnswer(response.status, correlationId);
    return { ok: true, status: response.status, body: checked.output, correlationId } as Answer<E>;
  }
  const refusal = refusalOf(endpoint, response.status, body);
  if (!refusal) throw new UnexpectedAnswer(response.status, correlationId);
  await loadRefusalText(refusal.code);
  if (refusal.code === 'OUT_OF_SERVICE' || refusal.code === 'UNAVAILABLE') callHooks.outOfService?.();
  if (refusal.code === 'RESTRICTED' && isSessionCall(endpoint)) callHooks.session?.restricted();
  return {
    ok: false,
    status: response.status,
    ...refusal,
    correlationId,
    retryAfterSeconds: retryAfter(response),
  } as Answer<E>;
}

/**
 * What the answer to a session call means to this tab (security design P27).
 * `current`: show it · `late`: the call was made in an earlier session, drop the answer · `changed`: the browser has
 * another session than this tab, which did nothing.
 */
export function classifyResponse(epochs: {
  /** When the call was sent. */
  atStart: string | null;
  /** Named by the answer; refusals before the session is known name none. */
  answered: string | null;
  current: string | null;
}): 'current' | 'late' | 'changed' {
  const { atStart, answered, current } = epochs;
  if (atStart !== null && atStart !== current) return 'late';
  if (answered === null || current === null || answered === current) return 'current';
  return atStart === current ? 'changed' : 'late';
}

const isSessionCall = ({ access }: Endpoint) => access === 'session' || access === 'operator';

/** Pending calls that may give the session another token, and how long to wait for a hanging one. */
const changing = new Set<Promise<Response>>();
const longestChangeMilliseconds = 5000;
/** A document that is left takes its calls with it; a test opens many in one. */
export const forgetCalls = (): void => changing.clear();
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function send(
  endpoint: Endpoint,
  input: Partial<Record<'params' | 'query' | 'body', unknown>>,
  options: CallOptions,
) {
  const span = callHooks.trace?.(endpoint);
  const headers = new Headers({ accept: 'application/json', 'x-requested-by': 'florin', ...span?.headers });
  if (input.body !== undefined) headers.set('content-type', 'application/json');
  if (options.bearer !== undefined) headers.set('authorization', `Bearer ${options.bearer}`);
  if (options.epoch !== undefined && isSessionCall(endpoint)) headers.set('x-account-epoch', options.epoch);
  let sent: Promise<Response> | undefined;
  try {
    const address = addressOf(endpoint, input);
    sent =
      globalThis.florinAhead?.(endpoint.method, address, options.epoch) ??
      fetch(address, {
        method: endpoint.method,
        headers,
        body: input.body === undefined ? null : JSON.stringify(input.body),
        credentials: 'same-origin',
        cache: 'no-store',
        signal: options.signal ?? null,
        keepalive: options.keepalive ?? false,
      });
    if (endpoint.method !== 'GET') changing.add(sent);
    const response = await sent;
    span?.end(response.status, response.headers.get('x-correlation-id'));
    return response;
  } catch (cause) {
    span?.end(null, null);
    options.signal?.throwIfAborted();
    throw new NetworkFailure('no answer', null, { cause });
  } finally {
    if (sent) changing.delete(sent);
  }
}

/** The path with its parameters, and the query without absent values. */
export function addressOf(endpoint: Endpoint, input: { params?: unknown; query?: unknown }): string {
  const params = (input.params ?? {}) as Record<string, unknown>;
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {}))
    if (value !== undefined && value !== null) query.set(name, String(value));
  return query.size > 0 ? `${path}?${query}` : path;
}

async function readBody(response: Response, correlationId: string | null, signal?: AbortSignal): Promise<unknown> {
  let text: string;
  try {
    text = await response.text();
  } catch (cause) {
    signal?.throwIfAborted();
    throw new NetworkFailure('the answer broke off', correlationId, { cause });
  }
  if (!response.headers.get('content-type')?.includes('json')) return null;
  try {
    return JSON.parse(text);
  } catch {
    throw new UnexpectedAnswer(response.status, correlationId);
  }
}

const commonCodes: readonly string[] = commonErrors;

function refusalOf(endpoint: Endpoint, status: number, body: unknown): { code: ErrorCode; body: ErrorBody } | null {
  const code = typeof body === 'object' && body !== null && 'Code' in body ? body.Code : null;
  if (typeof code !== 'string') return null;
  if (!commonCodes.includes(code) && !(endpoint.errors as readonly string[]).includes(code)) return null;
  const known = code as ErrorCode;
  if (errors[known].status !== status) return null;
  const checked = v.safeParse(errorSchema(known), body);
  return checked.success ? { code: known, body: checked.output as unknown as ErrorBody } : null;
}

function retryAfter(response: Response): number | null {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) ? Math.ceil(seconds) : null;
}
