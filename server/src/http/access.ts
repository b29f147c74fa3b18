import { callers, type CallerKind } from '@florin/contract/callers';
import type { Endpoint } from '@florin/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { isRefused, refuse, type CallerOf, type Callers, type Refused } from './call.ts';
import { readCookie, sessionCookie } from './cookies.ts';

/** Any caller authenticated by a token. */
export type Caller = CallerOf<readonly CallerKind[]>;

/** How callers are found and what they may do; passed in by app.ts, because transport knows no feature. */
export interface AccessRules {
  /**
   * The current caller of a token, or null if the token is unknown or expired. A session's cookie may accompany another
   * token.
   */
  finders: {
    [K in CallerKind]: (
      context: Context,
      token: string,
      sessionToken: string | null,
    ) => Promise<Callers[K] | Refused | null>;
  };
  /** Whether a session may make a call. Only this function enforces roles. */
  authorize: (session: Callers['session'], endpoint: Endpoint) => Refused | null;
}

/**
 * Checks an endpoint's access: before its input is read, and again afterwards. A token of the wrong kind is invalid.
 * @returns the caller, null if anyone may call
 */
export async function checkAccess(
  context: Context,
  { finders, authorize }: AccessRules,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<Caller | null | Refused> {
  const { access } = endpoint;
  if (access === 'public') return null;
  if (access === 'embedded') return context.config.mail.kind === 'outbox' ? null : refuse('NOT_FOUND');
  if (access === 'operator') {
    const found = await checkAccess(context, { finders, authorize }, { ...endpoint, access: 'session' }, request);
    const isOperator = found !== null && !isRefused(found) && isOperatorOf(context, found);
    return isOperator ? found : refuse('NOT_FOUND');
  }
  const bearer = bearerOf(request);
  const cookie = readCookie(request, sessionCookie);
  const kind = kindOf(typeof access === 'string' ? [access] : access, bearer);
  if (kind !== 'session') {
    // A signed-in person who adds a card also sends the session's cookie. The flow's token decides.
    const found = isOfKind(kind, bearer) ? await finders[kind](context, bearer, cookie) : null;
    if (found === null) return refuse(callers[kind].refusal);
    return isRefused(found) ? found : ({ kind, ...found } as Caller);
  }
  if (cookie !== null && bearer !== null) return refuse('TWO_CREDENTIALS');
  const token = cookie ?? bearer;
  const session = isOfKind(kind, token) ? await finders.session(context, token, cookie) : null;
  if (session === null) return refuse(callers.session.refusal);
  if (isRefused(session)) return session;
  // A cookie's token is not accepted as a bearer token, and a bearer token not as a cookie.
  if ((session.delivery === 'cookie') !== (cookie !== null)) return refuse(callers.session.refusal);
  return authorize(session, endpoint) ?? { kind, ...session };
}

/** Operators are persons, identified by their ids (decision 065). */
const isOperatorOf = ({ config }: Context, caller: Caller): boolean =>
  caller.kind === 'session' && config.operators.includes(caller.personId);

/**
 * The kind of caller for which a call is checked: the bearer token's kind if it is allowed, otherwise a session, whose
 * token may be a cookie.
 */
function kindOf(kinds: readonly CallerKind[], bearer: string | null): CallerKind {
  const byToken = kinds.find((kind) => isOfKind(kind, bearer));
  return byToken ?? (kinds.includes('session') ? 'session' : kinds[0]!);
}

const isOfKind = (kind: CallerKind, token: string | null): token is string =>
  token?.startsWith(callers[kind].tokenPrefix) ?? false;

function bearerOf(request: FastifyRequest): string | null {
  const match = /^Bearer ([\x21-\x7e]{1,256})$/i.exec(request.headers.authorization ?? '');
  return match ? match[1]! : null;
}
