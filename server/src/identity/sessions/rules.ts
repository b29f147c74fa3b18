import { sessionLife, suspiciousLogin } from '@florin/contract/limits';
import type { Role } from '@florin/contract/access/session';
import type { BusinessStatus } from '@florin/contract/program/user-info';
import type { Config } from '../../config.ts';
import type { SessionEnd } from '../../db/schema.ts';
import { afterSeconds, secondsUntil } from '../../core/time.ts';
import { type AccountState, isReachable } from '../../core/people/accounts.ts';

/** How long a session may be idle before the server ends it: the browser's idle time and its warning. */
export const idleSeconds = ({ idle }: Pick<Config, 'idle'>): number => idle.idleTimeSeconds + idle.warningTimeSeconds;

/** The absolute end of a session, counted from the proof of its factors. */
export const absoluteEnd = (role: Role, authenticatedAt: Date): Date =>
  afterSeconds(
    authenticatedAt,
    role === 'ADMIN' ? sessionLife.absoluteSecondsAdministrator : sessionLife.absoluteSecondsCardholder,
  );

export interface SessionLimits {
  idleExpiresAt: Date;
  absoluteExpiresAt: Date;
}

/** When the browser of a suspicious login logs out (specification section 4). */
export const noticeEnd = (restrictedSince: Date): Date => afterSeconds(restrictedSince, suspiciousLogin.noticeSeconds);

/** When the server ends a suspicious login, whatever the browser does. */
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
 * The open sessions of a person that end because a new one begins: those past a limit, those of the same browser, whose
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

const startingRank: Record<BusinessStatus, number> = { OPEN: 0, PENDING_REVIEW: 1, SUSPENDED: 2, CLOSED: 3 };

/**
 * The account a sign-in starts with: the first open one, preferably in an open business. If all are closed it is the
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
 * Whether an account requires the second factor, whatever the person's choice: every administrator's does, and so does
 * a business's mode (security design, section 6 no. 9; ASVS 6.3.3).
 */
export const requiresSecondFactor = ({ role, mfaMode }: SecondFactorTerms): boolean =>
  role === 'ADMIN' || mfaMode === 'Required';

/**
 * Whether the proofs of a session are enough for another account: an account that requires the second factor cannot be
 * opened with a password alone (security design 3.5).
 */
export const switchAllowed = (target: SecondFactorTerms, methods: readonly string[]): boolean =>
  !requiresSecondFactor(target) || methods.some((method) => method !== 'password');

export type AccountWithMode = AccountState & SecondFactorTerms;

/**
 * Whether any account of the person requires a second factor. This includes all accounts to which the person can
 * switch, because a switch requires no proof. The strictest account decides (security design 3.5, switch).
 */
export function asksForSecondFactor(mfaEnabled: boolean, account: AccountWithMode, all: readonly AccountWithMode[]) {
  const within = [account, ...all.filter(isReachable)];
  return within.some((each) => requiresSecondFactor(each) || (mfaEnabled && each.mfaMode === 'Enabled'));
}
