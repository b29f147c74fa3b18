import type * as v from 'valibot';
import type { CallerKind } from './callers.ts';
import type { CommonErrorCode, ErrorBody, ErrorCode } from './errors.ts';
import type { Permission } from './permissions.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Schema = v.GenericSchema;
type Fields = v.GenericSchema<Record<string, unknown>, Record<string, unknown>>;

/**
 * Who may call an endpoint, checked before the input is read. `public`: anyone · `embedded`: anyone, in installations
 * whose outbox replaces mail and texts · `operator`: the session of an operator of the installation; everybody else
 * gets NOT_FOUND · otherwise one kind of caller, or several.
 */
export type Access = 'public' | 'embedded' | 'operator' | CallerKind | readonly CallerKind[];

/**
 * A flood limit: at most `requests` in `windowSeconds` from one address prefix (`address`), or from one person over all
 * sessions (`session`).
 */
export interface Limit {
  per: 'address' | 'session';
  requests: number;
  windowSeconds: number;
}

/** A call between browser and server, as data. Both sides import it, and both check it. */
export interface Endpoint {
  method: Method;
  /** Parameters as `{name}`. */
  path: string;
  summary: string;
  access: Access;
  /** Sessions only: the permission the membership needs (permissions.ts). */
  permission?: Permission;
  /** Sessions only: allowed during a suspicious login, too, to read the restriction and to log out. */
  allowsRestricted?: true;
  limit?: Limit;
  params?: Fields;
  query?: Fields;
  /** Optional request headers that callers of the API send, by name; for documentation. */
  headers?: Readonly<Record<string, string>>;
  body?: Fields;
  /** The data of the server-sent events in the answer. */
  events?: Schema;
  /** The content types of the file in the answer. The caller chooses one. */
  file?: readonly string[];
  /** Successful answers by status; `null` is an answer without a body. */
  answers: Readonly<Record<number, Schema | null>>;
  /**
   * Refusals besides the common ones; each code has its status in errors.ts. An endpoint with OUT_OF_SERVICE is closed
   * while the site is out of service: endpoints that sign people in (specification, section 2).
   */
  errors: readonly ErrorCode[];
}

/** Declares an endpoint, keeping its literal types. */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition;

type In<S> = S extends Schema ? v.InferInput<S> : never;
type Out<S> = S extends Schema ? v.InferOutput<S> : null;
type Part<E extends Endpoint, K extends 'params' | 'query' | 'body'> = E[K] extends Schema
  ? { [P in K]: In<E[K]> }
  : {};

/** The input as the caller passes it. */
export type Input<E extends Endpoint> = Part<E, 'params'> & Part<E, 'query'> & Part<E, 'body'>;
/** The input as the handler receives it, checked. */
export type Checked<E extends Endpoint> = {
  params: Out<E['params']>;
  query: Out<E['query']>;
  body: Out<E['body']>;
};
/** A successful answer. */
export type Success<E extends Endpoint> = {
  [S in keyof E['answers'] & number]: { status: S; body: Out<E['answers'][S]> };
}[keyof E['answers'] & number];
/** The codes an endpoint may refuse with. */
export type CodesOf<E extends Endpoint> = E['errors'][number] | CommonErrorCode;
/** A refusal. */
export type Refusal<E extends Endpoint> = { body: ErrorBody<CodesOf<E>> };
