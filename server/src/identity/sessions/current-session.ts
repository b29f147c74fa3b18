import type { Endpoint } from '@florin/contract/endpoint';
import type { Role } from '@florin/contract/session';
import { mayUseRole, type AccountStatus } from '../../core/people/accounts.ts';
import type { StepUpMethod } from '../../db/schema.ts';
import { refuse, type Refused, type SessionBinding } from '../../http/call.ts';

/** The session behind a call. Restricted sessions may read who they are and log out, nothing else. */
export interface CurrentSession extends SessionBinding {
  id: string;
  /** Of the token it was found by. */
  tokenHash: Buffer;
  personId: string;
  membershipId: string;
  businessId: string;
  role: Role;
  /** Whether the account may act, and in what it may look. */
  accountStatus: AccountStatus;
  deviceId: string | null;
  methods: readonly string[];
  authenticatedAt: Date;
  /** When the person has last proven themselves within the session, beyond the sign-in. */
  steppedUpAt: Date | null;
  /** How: `password` is the password alone, anything else a second factor beside it. */
  steppedUpBy: StepUpMethod | null;
  /** Since when the person has had the authenticator app or passkey of the last proof; null where that was anything else. */
  factorSince: Date | null;
  lastActivityAt: Date;
  idleExpiresAt: Date;
  absoluteExpiresAt: Date;
  /** Since when the login is in doubt; null where it is not. */
  restrictedSince: Date | null;
}

declare module '../../http/call.ts' {
  interface Callers {
    session: CurrentSession;
  }
}

/** Refuses a call that a session may not make: its login is in doubt, or its account has not the role that the call asks for. */
export function authorizeSession(
  { restrictedSince, role, accountStatus }: CurrentSession,
  endpoint: Pick<Endpoint, 'allowsRestricted' | 'role' | 'method'>,
): Refused<'RESTRICTED' | 'FORBIDDEN'> | null {
  if (restrictedSince !== null && !endpoint.allowsRestricted) return refuse('RESTRICTED');
  if (endpoint.role === undefined) return null;
  return role === endpoint.role && mayUseRole(accountStatus, endpoint.method) ? null : refuse('FORBIDDEN');
}
