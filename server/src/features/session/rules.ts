import type { Method } from '@florin/contract/endpoint';
import { sessionLife, suspiciousLogin } from '@florin/contract/limits';
import type { Role } from '@florin/contract/session';
import type { BusinessStatus } from '@florin/contract/user-info';
import type { Config } from '../../config.ts';
import type { SessionEnd } from '../../db/schema.ts';

export const afterSeconds = (moment: Date, seconds: number): Date => new Date(moment.getTime() + seconds * 1000);

/** Whole seconds from now until then; never below zero. */
export const secondsUntil = (then: Date, now: Date): number =>
  Math.max(0, Math.floor((then.getTime() - now.getTime()) / 1000));

/** How long a session may be idle before the server ends it: the browser's idle time and its warning. */
export const idleSeconds = ({ idle }: Pick<Config, 'idle'>): number => idle.idleTimeSeconds + idle.warningTimeSeconds;

/** When a session ends whatever happens, counted from when its factors were proven. */
export const absoluteEnd = (role: Role, authenticatedAt: Date): Date =>
  afterSeconds(
    authenticatedAt,
    role === 'ADMIN' ? sessionLife.absoluteSecondsAdministrator : sessionLife.absoluteSecondsCardholder,
  );

export interface SessionLimits {
  idleExpiresAt: Date;
  absoluteExpiresAt: Date;
}

/** When the browser of a login in doubt logs out (specification section 4). */
export const noticeEnd = (restrictedSince: Date): Date => afterSeconds(restrictedSince, suspiciousLogin.noticeSeconds);

/** When the server ends a login in doubt whatever the browser does. */
export const doubtEnd = (restrictedSince: Date): Date =>
  afterSeconds(noticeEnd(restrictedSince), suspiciousLogin.graceSeconds);

/** The limit that a session has passed, if any. */
export function expiryOf(
  { idleExpiresAt, absoluteExpiresAt, restrictedSince }: SessionLimits & { restrictedSince?: Date | null },
  now: Date,
): 'idle' | 'absolute' | 'suspicious' | null {
  if (absoluteExpiresAt <= now) return 'absolute';
  if (restrictedSince && doubtEnd(restrictedSince) <= now) return 'suspicious';
  return idleExpiresAt <= now ? 'idle' : null;
}

export const remainingOf = (limits: SessionLimits, now: Date) => ({
  idleSeconds: secondsUntil(limits.idleExpiresAt, now),
  absoluteSeconds: secondsUntil(limits.absoluteExpiresAt, now),
});

export interface LiveSession extends SessionLimits {
  id: string;
  deviceId: string | null;
  delivery: 'cookie' | 'token';
}

/**
 * Which of a person's open sessions end because a new one begins: those past a limit, those of the same browser, whose
 * cookie the new one replaces, and the oldest beyond the limit of live sessions.
 * @param newestFirst every session of the person that has not ended
 */
export function endedByNewSession(
  newestFirst: readonly LiveSession[],
  browser: string | null,
  now: Date,
): { id: string; reason: SessionEnd }[] {
  let live = 1;
  const reasonOf = (session: LiveSession): SessionEnd | null => {
    const expiry = expiryOf(session, now);
    if (expiry) return expiry;
    if (browser !== null && session.deviceId === browser && session.delivery === 'cookie') return 'replaced';
    live += 1;
    return live > sessionLife.maxPerPerson ? 'limit' : null;
  };
  return newestFirst.flatMap((session) => {
    const reason = reasonOf(session);
    return reason ? [{ id: session.id, reason }] : [];
  });
}

export interface AccountState {
  status: 'OPEN' | 'CLOSED';
  businessStatus: BusinessStatus;
}

/** What has become of an account: whoever has nothing but closed ones is still signed in, and told so (section 4). */
export type Standing = 'OPEN' | 'BUSINESS_CLOSED' | 'CLOSED';

/**
 * Whether an account may still use what belongs to its role. A closed account has no role any more. In a closed business
 * an open account may look and changes nothing.
 */
export const mayUseRole = (standing: Standing, method: Method): boolean =>
  standing === 'OPEN' || (standing === 'BUSINESS_CLOSED' && method === 'GET');

/** An account that a person can be switched to (sections 2 and 4): open, in a business that is not closed. */
export const isReachable = ({ status, businessStatus }: AccountState): boolean =>
  status === 'OPEN' && businessStatus !== 'CLOSED';

const startingRank: Record<BusinessStatus, number> = { OPEN: 0, PENDING_REVIEW: 1, SUSPENDED: 2, CLOSED: 3 };

/**
 * The account a sign-in starts with: the first open one, best in an open business. Where everything is closed it is the
 * first one, and the dashboard says so (section 4, account status).
 * @param accounts in the person's own order
 */
export function startingAccount<A extends AccountState>(accounts: readonly A[]): A | null {
  const rank = (account: A) => (isReachable(account) ? startingRank[account.businessStatus] : startingRank.CLOSED);
  return accounts.toSorted((a, b) => rank(a) - rank(b))[0] ?? null;
}

export interface SecondFactorTerms {
  role: Role;
  mfaMode: 'Disabled' | 'Enabled' | 'Required';
}

/**
 * Whether an account asks for the second factor whatever the person has chosen: every administrator does, and so does a
 * business that requires it (security design, section 6 no. 9; ASVS 6.3.3).
 */
export const requiresSecondFactor = ({ role, mfaMode }: SecondFactorTerms): boolean =>
  role === 'ADMIN' || mfaMode === 'Required';

/**
 * Whether what was proven for a session is enough for an account it may be switched to: one that requires the second
 * factor is not entered on a password alone (security design 3.5).
 */
export const switchAllowed = (target: SecondFactorTerms, methods: readonly string[]): boolean =>
  !requiresSecondFactor(target) || methods.some((method) => method !== 'password');
