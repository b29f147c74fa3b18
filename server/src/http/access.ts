import { callers, type CallerKind } from '@florin/contract/callers';
import type { Endpoint } from '@florin/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { isRefused, refuse, type CallerOf, type Callers, type Refused } from './call.ts';
import { readCookie, sessionCookie } from './cookies.ts';

/** Any caller who has proven themselves by a token. */
export type Caller = CallerOf<readonly CallerKind[]>;

/** How callers are found and what they may do; handed in by app.ts, since transport knows no feature. */
export interface AccessRules {
  /** The live caller behind a token, null where it is unknown or over. A session's cookie may come beside another token. */
  finders: {
    [K in CallerKind]: (
      context: Context,
      token: string,
      sessionToken: string | null,
    ) => Promise<Callers[K] | Refused | null>;
  };
  /** Whether a session may make a call: the one place where roles are enforced. */
  authorize: (session: Callers['session'], endpoint: Endpoint) => Refused | null;
}

/**
 * Checks an endpoint's access: before its input is read, and again once it is there. A token of the wrong kind is no token
 * at all.
 * @returns the caller, null where anyone may call
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
  const bearer = bearerOf(request);
  const cookie = readCookie(request, sessionCookie);
  const kind = kindOf(typeof access === 'string' ? [access] : access, bearer);
  if (kind !== 'session') {
    // Whoever is signed in and adds a card sends the session's cookie along: the flow's token decides, and is nobody else's.
    const found = isOfKind(kind, bearer) ? await finders[kind](context, bearer, cookie) : null;
    if (found === null) return refuse(callers[kind].refusal);
    return isRefused(found) ? found : ({ kind, ...found } as Caller);
  }
  if (cookie !== null && bearer !== null) return refuse('TWO_CREDENTIALS');
  const token = cookie ?? bearer;
  const session = isOfKind(kind, token) ? await finders.session(context, token, cookie) : null;
  if (session === null) return refuse(callers.session.refusal);
  if (isRefused(session)) return session;
  // A cookie token is no bearer and the other way round: each stays where it was issued.
  if ((session.delivery === 'cookie') !== (cookie !== null)) return refuse(callers.session.refusal);
  return authorize(session, endpoint) ?? { kind, ...session };
}

/** The kind that a call is checked for: the bearer's where it is one of them, else a session, whose token may be a cookie. */
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
