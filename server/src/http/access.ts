import type { Access, Endpoint } from '@florin/contract/endpoint';
import type { Role } from '@florin/contract/session';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { findPendingSignIn } from '../features/access/mfa/find-pending.ts';
import { findReset } from '../features/access/recovery/find-reset.ts';
import { findRegistration } from '../identity/registrations/find-registration.ts';
import { findSession } from '../identity/sessions/find-session.ts';
import { findOpenedLink } from '../features/cards/vendor-links/find-opened.ts';
import {
  isRefused,
  refuse,
  type CurrentRegistration,
  type CurrentSession,
  type OpenedVendorLink,
  type PasswordReset,
  type PendingSignIn,
  type Refused,
} from './call.ts';
import { readCookie, sessionCookie } from './cookies.ts';
import { mayUseRole } from '../core/people/accounts.ts';

/** Who a call comes from, once its access check has passed. */
export interface Caller {
  session: CurrentSession | null;
  pending: PendingSignIn | null;
  reset: PasswordReset | null;
  registration: CurrentRegistration | null;
  vendorLink: OpenedVendorLink | null;
}
const nobody: Caller = { session: null, pending: null, reset: null, registration: null, vendorLink: null };

/** Endpoints a restricted session may still use: to learn that it is restricted, and to leave. */
const openWhenRestricted: ReadonlySet<string> = new Set([
  '/api/session',
  '/api/user-info',
  '/api/logout',
  '/api/session/activity',
]);

/** Endpoints that only one role may use, and only while the account has it. */
const roleOf: Partial<Record<Access, Role>> = { administrator: 'ADMIN', cardholder: 'CARDHOLDER' };

/**
 * Checks an endpoint's access: before its input is read, and again once it is there. A token of the wrong kind is no token
 * at all.
 */
export async function checkAccess(
  context: Context,
  { access, path, method }: Endpoint,
  request: FastifyRequest,
): Promise<Caller | Refused> {
  if (access === 'public') return nobody;
  if (access === 'embedded') return context.config.mail.kind === 'outbox' ? nobody : refuse('NOT_FOUND');
  const bearer = bearerOf(request);
  if (access === 'mfa') {
    const pending = bearer?.startsWith('mfp_') ? await findPendingSignIn(context, bearer) : null;
    return pending ? { ...nobody, pending } : refuse('UNAUTHENTICATED');
  }
  if (access === 'vendor') {
    const vendorLink = bearer === null ? null : await findOpenedLink(context, bearer);
    return vendorLink ? { ...nobody, vendorLink } : refuse('VENDOR_LINK_EXPIRED');
  }
  if (access === 'recovery' || (access === 'registration, recovery or session' && bearer?.startsWith('rst_'))) {
    const reset = bearer?.startsWith('rst_') ? await findReset(context, bearer) : null;
    return reset ? { ...nobody, reset } : refuse('RESET_LINK_INVALID');
  }
  // Whoever is signed in and adds a card sends the session's cookie along: the flow token decides, and is nobody else's.
  if (access === 'registration' || (access.startsWith('registration') && bearer?.startsWith('reg_'))) {
    if (bearer === null) return refuse('REGISTRATION_EXPIRED');
    const registration = await findRegistration(context, bearer, readCookie(request, sessionCookie));
    return isRefused(registration) ? registration : { ...nobody, registration };
  }
  const cookie = readCookie(request, sessionCookie);
  if (cookie !== null && bearer !== null) return refuse('TWO_CREDENTIALS');
  const token = cookie ?? bearer;
  const session = token?.startsWith('ses_') ? await findSession(context, token) : null;
  // A cookie token is no bearer and the other way round: each stays where it was issued.
  if (!session || (session.delivery === 'cookie') !== (cookie !== null)) return refuse('UNAUTHENTICATED');
  if (session.restrictedSince !== null && !openWhenRestricted.has(path)) return refuse('RESTRICTED');
  const wanted = roleOf[access];
  if (wanted && (session.role !== wanted || !mayUseRole(session.standing, method))) return refuse('FORBIDDEN');
  return { ...nobody, session };
}

function bearerOf(request: FastifyRequest): string | null {
  const match = /^Bearer ([\x21-\x7e]{1,256})$/i.exec(request.headers.authorization ?? '');
  return match ? match[1]! : null;
}
