import type { ErrorCode } from '@florin/contract/errors';
import { switchUser } from '@florin/contract/linked-accounts';
import type { UserInfo } from '@florin/contract/user-info';
import { useSuspenseQuery } from '@tanstack/react-query';
import { StaleAnswer } from '../api.ts';
import { openAccountInsteadOf } from './eligibility.ts';
import { thisDevice } from './device.ts';
import { setCurrentEpoch } from './epoch.ts';
import { removeMarker } from './marker.ts';
import {
  ask,
  balanceQuery,
  linkedAccountsQuery,
  queryClient,
  Refused,
  sessionQuery,
  userInfoQuery,
} from './queries.ts';
import { adoptSession } from './signed-in.ts';

/**
 * Who is signed in, asked once a session; null where the server knows no session.
 * @throws CallFailure where the server cannot be asked
 */
export async function loadPerson(): Promise<UserInfo | null> {
  try {
    const [info, session] = await Promise.all([queryClient.ensureQueryData(userInfoQuery()), askSession()]);
    const other = session.isSuspect ? null : openAccountInsteadOf(info);
    if (other === null) return info;
    if (!(await switchedTo(other))) return info;
    return await queryClient.ensureQueryData(userInfoQuery());
  } catch (error) {
    if (!isOver(error)) throw error;
    removeMarker();
    setCurrentEpoch(null);
    queryClient.clear();
    return null;
  }
}

/** What every page in the shell shows is asked for before it is known who is there, unless the session may not have it. */
async function askSession() {
  const session = await queryClient.ensureQueryData(sessionQuery());
  if (!session.isSuspect) {
    void queryClient.prefetchQuery(balanceQuery());
    void queryClient.prefetchQuery(linkedAccountsQuery());
  }
  return session;
}

/** An account that asks for the second factor waits until the person chooses it, and proves one. */
async function switchedTo(userId: string): Promise<boolean> {
  try {
    await switchAccount(userId);
    return true;
  } catch (error) {
    if (error instanceof Refused && notProven.has(error.code)) return false;
    throw error;
  }
}

const notProven: ReadonlySet<ErrorCode> = new Set(['STEP_UP_REQUIRED', 'MFA_EMAIL_NOT_EXISTS']);

/** The session has ended, or the browser's is another one than the marker says: either way people sign in again. */
const isOver = (error: unknown) =>
  error instanceof StaleAnswer || (error instanceof Refused && error.code === 'UNAUTHENTICATED');

/**
 * Moves this browser to another linked account. What the account before had asked is aborted and forgotten.
 * @throws Refused with ACCOUNT_NOT_AVAILABLE or, where the account asks for a second factor, STEP_UP_REQUIRED; or any failure of a call
 */
export async function switchAccount(userId: string): Promise<void> {
  const answer = await ask(switchUser, { body: { userId, ...thisDevice() } });
  await queryClient.cancelQueries();
  adoptSession(answer.epoch);
  queryClient.clear();
}

/** The signed-in person, for pages that stand behind the guard that has loaded them. */
export function usePerson(): UserInfo {
  return useSuspenseQuery(userInfoQuery()).data;
}
