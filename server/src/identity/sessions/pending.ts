import { accessCode } from '@florin/contract/limits';
import type { Database } from '../../db/open.ts';
import type { CodeFlow } from '../codes/policies.ts';

/** A pending sign-in: the password is proven, the second factor is not. It may have expired or be completed. */
export interface PendingSignIn {
  id: string;
  personId: string;
  /** The browser it began in, if known. */
  deviceId: string | null;
  createdAt: Date;
  expiresAt: Date;
  completedAt: Date | null;
  /** The session that links this login's accounts to its own login (decision 037); null where a session is to be opened. */
  linkSessionId: string | null;
}

const pendingColumns = [
  'id',
  'person_id as personId',
  'device_id as deviceId',
  'created_at as createdAt',
  'expires_at as expiresAt',
  'completed_at as completedAt',
  'link_session_id as linkSessionId',
] as const;

export const readPendingByToken = (db: Database, tokenHash: Buffer): Promise<PendingSignIn | undefined> =>
  db.selectFrom('mfa_session').select(pendingColumns).where('token_hash', '=', tokenHash).executeTakeFirst();

/** The purpose of its codes: a code that was sent for a login does not link, and a code for linking does not log in. */
export const codeFlowOf = ({
  id,
  linkSessionId,
}: Pick<PendingSignIn, 'id' | 'linkSessionId'>): CodeFlow<'LoginNewDevice' | 'LinkLogin'> => ({
  purpose: linkSessionId === null ? 'LoginNewDevice' : 'LinkLogin',
  id,
});

/** Read it again once the person is locked: it may have changed since. */
export const readPending = (tx: Database, id: string): Promise<PendingSignIn | undefined> =>
  tx.selectFrom('mfa_session').select(pendingColumns).where('id', '=', id).executeTakeFirst();

export const isLivePending = (pending: PendingSignIn | undefined, now: Date): pending is PendingSignIn =>
  pending !== undefined && pending.completedAt === null && pending.expiresAt > now;

/**
 * Whether a factor can still be proven, even too late for a session: for as long as a code sent in its last second is
 * valid. The answer then says that the device is authenticated (section 8, MFA_SESSION_EXPIRED), which must be true.
 */
export const isProvablePending = (pending: PendingSignIn | undefined, now: Date): pending is PendingSignIn =>
  pending !== undefined &&
  pending.completedAt === null &&
  pending.expiresAt.getTime() + accessCode.lifetimeSeconds * 1000 > now.getTime();

/** Completes a pending sign-in, once. */
export const completion = (tx: Database, pendingId: string, now: Date) =>
  tx
    .updateTable('mfa_session')
    .set({ completed_at: now })
    .where('id', '=', pendingId)
    .where('completed_at', 'is', null)
    .returning('id');
