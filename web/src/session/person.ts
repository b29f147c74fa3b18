import type { ErrorCode } from '@florin/contract/errors';
import { switchUser } from '@florin/contract/access/linked-accounts';
import type { UserInfo } from '@florin/contract/program/user-info';
import * as v from 'valibot';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { StaleAnswer } from '../api.ts';
import { callHooks } from '../call-hooks.ts';
import { clockLead, followClock, setClock } from '../clock.ts';
import { showSnackbar } from '../kit/feedback/snackbar-store.ts';
import { guardWords } from '../messages/en/shell/guards.ts';
import { openAccountInsteadOf } from './account/eligibility.ts';
import { thisDevice } from './browser/device.ts';
import { currentEpoch, marker, setCurrentEpoch } from './browser-session.ts';
import { adoptSession } from './enter.ts';
import { forgetFormsExceptOf } from './kept-forms/kept-forms.ts';
import { stored } from '../stored.ts';
import { balanceQuery, linkedAccountsQuery, sessionQuery, userInfoQuery } from './queries/queries.ts';
import { fetchOrThrow, queryClient, Refused } from './queries/query-client.ts';

/** The accounts of the person whom this tab showed last. */
const shown = stored('florin-shown-accounts', v.array(v.string()), 'session');

export const forgetShown = (): void => shown.remove();

/** Whether this tab showed another person before. From now on it shows this one. */
export function followsAnother({ userId, linkedUsers }: UserInfo): boolean {
  const before = shown.read();
  const own = [userId, ...linkedUsers.map((account) => account.userId)];
  shown.write(own);
  return before !== null && !own.some((id) => before.includes(id));
}

/** Requests data unless the document shows another person by then, or has loaded this one again. */
export const whileShown = (person: UserInfo, request: () => void) => (): void => {
  if (queryClient.getQueryData(userInfoQuery().queryKey) === person) request();
};

/**
 * The signed-in person, loaded once a session; null if the server knows no session.
 * @param isFollowing whether a session that differs from the marker's is entered
 * @throws CallFailure if the server cannot be asked
 */
export async function loadPerson(isFollowing = true): Promise<UserInfo | null> {
  try {
    const [info, session] = await Promise.all([queryClient.ensureQueryData(userInfoQuery()), loadSession()]);
    forgetFormsExceptOf([info.userId, ...info.linkedUsers.map(({ userId }) => userId)]);
    const other = session.isSuspect ? null : openAccountInsteadOf(info);
    if (other === null) return info;
    if (!(await trySwitchTo(other))) return info;
    const entered = await queryClient.ensureQueryData(userInfoQuery());
    showSnackbar({ severity: 'warning', text: guardWords.closedAccount(info.businessName, entered.businessName) });
    return entered;
  } catch (error) {
    if (!isOver(error)) throw error;
    if (isFollowing && error instanceof StaleAnswer && error.epoch !== null) {
      // Another tab has just switched accounts and has yet to write its marker: the cookie is already the new one's.
      queryClient.clear();
      adoptSession(error.epoch);
      return loadPerson(false);
    }
    marker.remove();
    setCurrentEpoch(null);
    queryClient.clear();
    return null;
  }
}

/**
 * Also requests the data of every page in the shell, before the person is known; a restricted session may not have it.
 */
async function loadSession() {
  const session = await queryClient.ensureQueryData(sessionQuery());
  if (!session.isSuspect) {
    void queryClient.prefetchQuery(balanceQuery());
    void queryClient.prefetchQuery(linkedAccountsQuery());
  }
  return session;
}

/** An account that requires a second factor is not opened automatically: the person chooses it and proves a factor. */
async function trySwitchTo(userId: string): Promise<boolean> {
  try {
    await switchSession(userId);
    return true;
  } catch (error) {
    if (error instanceof Refused && notProven.has(error.code)) return false;
    throw error;
  }
}

const notProven: ReadonlySet<ErrorCode> = new Set(['STEP_UP_REQUIRED', 'MFA_EMAIL_NOT_EXISTS']);

/** The session has ended, or differs from the one that was asked for. */
const isOver = (error: unknown) =>
  error instanceof StaleAnswer || (error instanceof Refused && error.code === 'UNAUTHENTICATED');

/**
 * Switches this browser to another linked account. The calls and answers of the previous account are dropped.
 * @throws Refused with ACCOUNT_NOT_AVAILABLE or, if the account requires a second factor, STEP_UP_REQUIRED; or an exception of `call`
 */
export async function switchSession(userId: string): Promise<void> {
  const answer = await fetchOrThrow(switchUser, { body: { userId, ...thisDevice() } });
  await queryClient.cancelQueries();
  adoptSession(answer.epoch);
  queryClient.clear();
}

/** Pages are opened in quick succession. */
const followAtMostEveryMs = 10_000;

/**
 * Fetches the signed-in person again while a page is open, because an account can be closed meanwhile.
 * @returns whether the account has been closed since, and another one can be entered in its place
 */
export async function hasJustClosed(): Promise<boolean> {
  const query = userInfoQuery();
  const before = queryClient.getQueryData(query.queryKey);
  const info = await queryClient.fetchQuery({ ...query, staleTime: followAtMostEveryMs });
  return before !== undefined && openAccountInsteadOf(before) === null && openAccountInsteadOf(info) !== null;
}

callHooks.time = (headers, sentAt) => setClock(headers.get('x-product-time'), sentAt);

/**
 * The signed-in person, for pages behind a guard that has loaded them. A component that calls this is drawn again when the
 * product's time jumps, so that the times it shows stay right.
 */
export function usePerson(): UserInfo {
  useSyncExternalStore(followClock, clockLead);
  return useSuspenseQuery(userInfoQuery()).data;
}

/** Whether the login is suspicious: the server then returns only who is signed in. */
export function useIsRestricted(): boolean {
  return useQuery(sessionQuery()).data?.isSuspect ?? false;
}

/**
 * Adopts a session that was reissued for the same account, as after a step-up: the answers so far stay good under the new
 * epoch.
 */
export function renewSession(epoch: string): void {
  const before = currentEpoch();
  if (epoch === before) return;
  const kept = queryClient.getQueryCache().findAll({ queryKey: [before] });
  for (const { queryKey, state } of kept) {
    if (state.data === undefined) continue;
    queryClient.setQueryData([epoch, ...queryKey.slice(1)], state.data, { updatedAt: state.dataUpdatedAt });
  }
  adoptSession(epoch);
}
