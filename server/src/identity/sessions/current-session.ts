import type { Endpoint } from '@florin/contract/endpoint';
import { isEligible, type MembershipStatus } from '@florin/contract/eligibility';
import { flagsOf, whyNotPermitted, type Entrusted } from '@florin/contract/permissions';
import type { BusinessStatus } from '@florin/contract/program/user-info';
import type { StepUpMethod } from '../../db/schema.ts';
import { refuse, type Refused, type SessionBinding } from '../../http/call.ts';

/** The session of a call. Restricted sessions may read who they are and log out, nothing else. */
export interface CurrentSession extends SessionBinding, Required<Entrusted> {
  id: string;
  /** Of the token it was found by. */
  tokenHash: Buffer;
  personId: string;
  membershipId: string;
  businessId: string;
  membershipStatus: MembershipStatus;
  businessStatus: BusinessStatus;
  deviceId: string | null;
  methods: readonly string[];
  authenticatedAt: Date;
  /** When the person last gave a fresh proof within the session, after the sign-in. */
  steppedUpAt: Date | null;
  /** How: `password` is the password alone, any other method a second factor besides it. */
  steppedUpBy: StepUpMethod | null;
  /** When the person added the authenticator app or passkey of the last proof; null for any other proof. */
  factorSince: Date | null;
  lastActivityAt: Date;
  idleExpiresAt: Date;
  absoluteExpiresAt: Date;
  /** Since when the login is suspicious; null if it is not. */
  restrictedSince: Date | null;
}

declare module '../../http/call.ts' {
  interface Callers {
    session: CurrentSession;
  }
}

/**
 * Refuses a call that a session may not make: its login is suspicious, or its membership is not permitted to, or has no
 * role any more.
 */
export function authorizeSession(
  session: CurrentSession,
  { allowsRestricted, permission, method }: Pick<Endpoint, 'allowsRestricted' | 'permission' | 'method'>,
): Refused<'RESTRICTED' | 'FORBIDDEN'> | null {
  const { restrictedSince, role, membershipStatus, businessStatus } = session;
  const person = { restricted: restrictedSince !== null };
  if (!allowsRestricted && !isEligible('session.act', { person })) return refuse('RESTRICTED');
  if (permission === undefined) return null;
  if (whyNotPermitted(permission, { role, flags: flagsOf(session) }) !== null) return refuse('FORBIDDEN');
  const act = method === 'GET' ? 'role.view' : 'role.change';
  const facts = { membership: { status: membershipStatus }, business: { status: businessStatus } };
  return isEligible(act, facts) ? null : refuse('FORBIDDEN');
}
