import { api, type Api } from '@florin/contract/api';
import type { Checked, CodesOf, Endpoint, Success } from '@florin/contract/endpoint';
import { errorMessages } from '@florin/contract/error-messages';
import { errors, type ErrorBody, type ErrorCode } from '@florin/contract/errors';
import * as v from 'valibot';
import { onTestFinished } from 'vitest';

/** The Error ID of every answer in component tests. */
export const errorId = 'a1b2c3d4';

/** What comes back from a call that the contract does not foresee; `null` where the connection breaks off. */
class Fault {
  readonly response: ResponseInit & { body: string };
  readonly breaksOff: boolean;
  constructor(status: number, body: string, breaksOff = false) {
    this.response = { status, body };
    this.breaksOff = breaksOff;
  }
}

/** The ways in which a call goes wrong. */
export const faults = {
  fails: new Fault(500, '{}'),
  'answers nonsense': new Fault(200, '{"nobody":"knows"}'),
  'answers no JSON': new Fault(200, '<html>'),
  'breaks off': new Fault(0, '', true),
} as const;

/** A refusal with a code that the contract does not know. */
export const unknownRefusal = (status: number, code: string): Fault =>
  new Fault(status, JSON.stringify({ Code: code, Message: '' }));

let serverAhead = 0;

/** Sets how far the clock of the server is ahead of the browser's for the rest of the test, in milliseconds. */
export function setServerAhead(milliseconds: number): void {
  serverAhead = milliseconds;
  onTestFinished(() => void (serverAhead = 0));
}

class Refusal<C extends ErrorCode> {
  readonly code: C;
  readonly details: object;
  readonly headers: Record<string, string>;
  constructor(code: C, details: object, headers: Record<string, string>) {
    this.code = code;
    this.details = details;
    this.headers = headers;
  }
}

type Details<C extends ErrorCode> = Omit<ErrorBody<C>, 'Code' | 'Message'>;

/** A refusal by its code, with what its body carries. */
export const refuse = <const C extends ErrorCode>(
  code: C,
  ...[details]: {} extends Details<C> ? [Details<C>?] : [Details<C>]
): Refusal<C> => new Refusal(code, details ?? {}, {});

/** A refusal that says how many seconds to wait. */
export const refuseFor = <const C extends ErrorCode>(code: C, seconds: number): Refusal<C> =>
  new Refusal(code, {}, { 'retry-after': String(seconds) });

type RefusalOf<C extends ErrorCode> = C extends ErrorCode ? Refusal<C> : never;
type Reply<E extends Endpoint> = Success<E>['body'] | RefusalOf<CodesOf<E>> | Fault;

/** Calls by name, each with its answer or with what makes one of the request. */
export type Answers = {
  [K in keyof Api]?: Reply<Api[K]> | ((request: Checked<Api[K]>) => Reply<Api[K]> | Promise<Reply<Api[K]>>);
};

/** The checked requests of the calls that were made, by name. */
export type Requests = { [K in keyof Api]?: Checked<Api[K]>[] };

const endpoints = Object.entries(api as Record<string, Endpoint>)
  .map(([name, endpoint]) => ({
    name: name as keyof Api,
    endpoint,
    path: new RegExp(`^${endpoint.path.replace(/[.]/g, String.raw`\.`).replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
  }))
  // As the server's router does: an address without parameters comes before one with them.
  .toSorted((a, b) => Number(a.endpoint.path.includes('{')) - Number(b.endpoint.path.includes('{')));

/**
 * Answers calls in place of the server. A request is held against the contract, as the server does; one that does not fit,
 * or that the test gives no answer for, is reported, and fails the test.
 */
export function answering(answers: () => Answers, requests: Requests): typeof fetch {
  return async (address, { method = 'GET', body, signal } = {}) => {
    const { pathname, searchParams } = new URL(
      address instanceof Request ? address.url : address,
      window.location.href,
    );
    const found = endpoints.find(({ endpoint, path }) => endpoint.method === method && path.test(pathname));
    const reply = found && answers()[found.name];
    if (!found || reply === undefined) {
      console.error(`The test gives no answer to ${method} ${pathname}.`);
      return Response.error();
    }
    const { name, endpoint, path } = found;
    const request = checked(endpoint, {
      params: path.exec(pathname)?.groups ?? {},
      query: Object.fromEntries(searchParams),
      body: typeof body === 'string' ? JSON.parse(body) : undefined,
    });
    (requests[name] ??= [] as never).push(request as never);
    const answer: unknown = await until(signal, typeof reply === 'function' ? reply(request as never) : reply);
    return responseOf(endpoint, answer);
  };
}

function checked(endpoint: Endpoint, sent: Record<'params' | 'query' | 'body', unknown>) {
  const check = (part: 'params' | 'query' | 'body') => {
    const schema = endpoint[part];
    if (!schema) return undefined;
    const { success, output, issues } = v.safeParse(schema, sent[part]);
    if (!success) console.error(`${endpoint.method} ${endpoint.path}, ${part}: ${issues[0].message}`);
    return output;
  };
  return { params: check('params'), query: check('query'), body: check('body') };
}

/** Resolves with the answer, or rejects where the page gives the call up before. */
async function until(signal: AbortSignal | null | undefined, answer: unknown): Promise<unknown> {
  const given = await Promise.race([
    answer,
    new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  ]);
  signal?.throwIfAborted();
  return given;
}

function responseOf(endpoint: Endpoint, answer: unknown): Response {
  const id = { 'x-correlation-id': errorId, 'x-product-time': String(Date.now() + serverAhead) };
  const headers = { ...id, 'content-type': 'application/json' };
  if (answer instanceof Fault) {
    if (answer.breaksOff) throw new TypeError('The connection broke off.');
    return new Response(answer.response.body, { ...answer.response, headers });
  }
  if (answer instanceof Refusal) {
    const code = answer.code as ErrorCode;
    const { status } = errors[code];
    const body = { Code: code, Message: errorMessages[code], ...answer.details };
    return Response.json(body, { status, headers: { ...headers, ...answer.headers } });
  }
  const fits = Object.entries(endpoint.answers).find(([, schema]) =>
    schema === null ? answer === null : v.is(schema, answer),
  );
  const status = Number(fits?.[0] ?? 200);
  return answer === null ? new Response(null, { status, headers: id }) : Response.json(answer, { status, headers });
}
