import { readSite } from '../site.ts';
import { loginNotice, type LoginNotice } from './browser/login-notice.ts';
import { forgetAddress, rememberAddress } from './browser/return-to.ts';
import { currentEpoch, marker, setCurrentEpoch } from './browser-session.ts';
import { idleLimits, idleState } from './idle/idle.ts';
import { forgetFormsExceptOf, keepForms } from './kept-forms/kept-forms.ts';
import { recordPendingLogout, requestLogout, type LogoutReason } from './pending-logout.ts';
import { notifyTabs, type Departure } from './tabs.ts';

/* How a tab leaves its session. */

/** The pages where a session ends. */
export type ExitPath = '/login' | '/auto-logout';

interface Exit {
  path: ExitPath;
  /** The sentence of the login page. /auto-logout has its own, and people who log out know why. */
  notice?: LoginNotice;
  /** The next sign-in leads back to the page that was left, and to what was typed there. */
  returns?: true;
}
/** The exit of each departure. */
const exits: Record<Departure, Exit> = {
  user: { path: '/login' },
  idle: { path: '/auto-logout', returns: true },
  suspicious: { path: '/login', notice: 'suspicious' },
  elsewhere: { path: '/login', notice: 'loggedOutElsewhere' },
  ended: { path: '/login', notice: 'sessionEnded', returns: true },
};

/** How long people wait for the server before the page is left. The next page repeats the call (`usePendingLogout`). */
const patienceMilliseconds = 3000;

/** Ends the session on the server and in every tab. `idle` leads to the page that explains it. */
export async function logOut(reason: LogoutReason): Promise<void> {
  recordPendingLogout(reason);
  const patience = new Promise<false>((resolve) => setTimeout(() => resolve(false), patienceMilliseconds));
  const isOver = await Promise.race([requestLogout(reason), patience]);
  // A concurrent switch may have created another session and cleared the pending logout. That session has to end, too.
  if (!isOver) recordPendingLogout(reason);
  leaveSession(reason);
}

/**
 * Ends the session in this browser: forgets it, notifies the other tabs, and loads the exit page as a new document, so that
 * nothing of the account stays in memory (security design P29).
 */
export function leaveSession(departure: Departure): void {
  if (leaving) return;
  const { path, notice, returns } = exits[departure];
  const { pathname, search } = window.location;
  if (returns) {
    rememberAddress(pathname + search);
    keepForms();
  } else {
    forgetAddress();
    forgetFormsExceptOf([]);
  }
  if (notice !== undefined) loginNotice.write(notice);
  const epoch = currentEpoch();
  if (epoch !== null) {
    notifyTabs({ kind: 'ended', epoch, departure });
    // A marker of another epoch belongs to a later login.
    if (marker.read()?.epoch === epoch) marker.remove();
    setCurrentEpoch(null);
  }
  goTo(path);
}

let leaving = false;

/** A page restored from the back-forward cache is no longer being left. */
function stay({ persisted }: PageTransitionEvent): void {
  if (persisted) leaving = false;
}

/** Loads a page as a new document, once. */
export function goTo(path: ExitPath): void {
  if (leaving) return;
  leaving = true;
  window.addEventListener('pageshow', stay);
  window.location.replace(path);
}

/** Whether a session that ended without this tab had reached the idle limit or its warning. */
export const wasIdle = (lastActivity: number | undefined, now: number): boolean =>
  lastActivity !== undefined && idleState(now, lastActivity, idleLimits(readSite())).kind !== 'active';
