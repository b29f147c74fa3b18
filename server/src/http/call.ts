import type { Readable } from 'node:stream';
import type { Api, CallsOf } from '@florin/contract/api';
import type { CallerKind } from '@florin/contract/callers';
import type { Access, Checked, CodesOf, Endpoint, Success } from '@florin/contract/endpoint';
import { errorMessages } from '@florin/contract/error-messages';
import type { ErrorBody, ErrorCode } from '@florin/contract/errors';
import type { Context } from '../context.ts';
import type { Client } from './client.ts';

/**
 * The data of each kind of caller (contract/src/callers.ts). The module that finds a caller declares its type here, and
 * app.ts passes its finder in.
 */
export interface Callers {}

type KindOf<A extends Access> = A extends 'operator'
  ? 'session'
  : A extends readonly (infer K)[]
    ? K & CallerKind
    : A extends CallerKind
      ? A
      : never;

/** The caller of an endpoint by its declared access: a union with `kind` if several may call, null if anyone may. */
export type CallerOf<A extends Access> = [KindOf<A>] extends [never]
  ? null
  : { [K in KindOf<A>]: Callers[K] & { kind: K } }[KindOf<A>];

/**
 * The parts of a session that the transport layer checks: where its token is sent, and the epoch by which pages
 * identify it.
 */
export interface SessionBinding {
  delivery: 'cookie' | 'token';
  epoch: string;
}

/** A cookie to set or, with a null value, to remove. All cookies are `__Host-`, HttpOnly, Secure, SameSite=Strict. */
export interface CookieChange {
  name: string;
  value: string | null;
  maxAgeSeconds: number;
}

/** A call of an endpoint that has passed its limits, its access check and its input check. */
export interface CallTo<E extends Endpoint> {
  input: Checked<E>;
  context: Context;
  client: Client;
  correlationId: string;
  /** When its first bytes arrived, before any waiting. */
  receivedAt: Date;
  /** The caller found by the endpoint's access check. */
  caller: CallerOf<E['access']>;
  setCookie(change: CookieChange): void;
}

/** A refusal as a value: returned, not thrown, so that counters written before it are kept. */
export interface Refused<C extends ErrorCode = ErrorCode> {
  refused: C;
  body: ErrorBody<C>;
  retryAfterSeconds?: number;
}

/** A successful answer, or a stream of server-sent events, or of a file, where the endpoint declares them. */
type AnswerOf<E extends Endpoint> = Success<E> & { stream?: Readable; file?: { name: string; type: string } };

export type HandlerOf<E extends Endpoint> = (call: CallTo<E>) => Promise<AnswerOf<E> | Refused<CodesOf<E>>>;

/** A call by its name in the contract. */
export type Call<Name extends keyof Api> = CallTo<Api[Name]>;
/** Answers a call; a handler has the call's name. */
export type Handler<Name extends keyof Api> = HandlerOf<Api[Name]>;
/** The handlers of a module of the contract: `HandlersOf<typeof import('@florin/contract/access/login')>`. */
export type HandlersOf<Module> = {
  [Name in keyof CallsOf<Module>]: HandlerOf<Extract<CallsOf<Module>[Name], Endpoint>>;
};
export type Handlers = { [Name in keyof Api]: Handler<Name> };

type DetailsOf<C extends ErrorCode> = Omit<ErrorBody<C>, 'Code' | 'Message'>;

/** Makes a refusal with the code's own status and developer message. */
export function refuse<const C extends ErrorCode>(
  code: C,
  ...[details, options]: {} extends DetailsOf<C>
    ? [details?: DetailsOf<C>, options?: { retryAfterSeconds?: number }]
    : [details: DetailsOf<C>, options?: { retryAfterSeconds?: number }]
): Refused<C> {
  const body = { Code: code, Message: errorMessages[code], ...details } as ErrorBody<C>;
  return { refused: code, body, ...options };
}

export const isRefused = (result: object | null): result is Refused => result !== null && 'refused' in result;
