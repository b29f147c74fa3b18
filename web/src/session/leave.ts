import { readSite } from '../site.ts';
import { currentEpoch, marker, setCurrentEpoch } from './browser-session.ts';
import { idleLimits, idleState } from './idle.ts';
import { recordPendingLogout, requestLogout, type LogoutReason } from './pending-logout.ts';
import { notifyTabs } from './tabs.ts';

/* How a tab leaves its session. */

/** Ways a session ends. */
export type ExitPath = '/login' | '/auto-logout';

/** How long people wait for the server before the page is left; the next page goes on asking (`usePendingLogout`). */
const patienceMilliseconds = 3000;

/** Ends the session on the server and in every tab. `idle` leads to the page that says why. */
export async function logOut(reason: LogoutReason): Promise<void> {
  recordPendingLogout(reason);
  const patience = new Promise<false>((resolve) => setTimeout(() => resolve(false), patienceMilliseconds));
  const isOver = await Promise.race([requestLogout(reason), patience]);
  // A switch under way may have brought another session and cleared the pending logout: that session has to end too.
  if (!isOver) recordPendingLogout(reason);
  leaveSession(reason === 'idle' ? '/auto-logout' : '/login');
}

/**
 * Ends the session in this browser: forgets it, notifies the other tabs, and loads the exit page as a new document, so that
 * nothing of the account stays in memory (security design P29).
 */
export function leaveSession(path: ExitPath): void {
  if (leaving) return;
  const epoch = currentEpoch();
  if (epoch !== null) {
    notifyTabs({ kind: 'ended', epoch, path });
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

/** The exit for a session that ended without this tab: the idle page after the idle limit, else the login page. */
export function exitPath(lastActivity: number | undefined, now: number): ExitPath {
  if (lastActivity === undefined) return '/login';
  return idleState(now, lastActivity, idleLimits(readSite())).kind === 'active' ? '/login' : '/auto-logout';
}
