import { readSite } from '../site.ts';
import { currentEpoch, setCurrentEpoch } from './epoch.ts';
import { idleState } from './idle-machine.ts';
import { idleLimits } from './limits.ts';
import { readMarker, removeMarker } from './marker.ts';
import { tellOtherTabs } from './tabs.ts';

/** Where people stand after a session. */
export type ExitPath = '/login' | '/auto-logout';

let leaving = false;

/** A page restored from the back-forward cache is not on its way out any more. */
function stay({ persisted }: PageTransitionEvent): void {
  if (persisted) leaving = false;
}

/**
 * Ends the session in this browser: forgets it, tells the other tabs, and loads the exit page as a new document, so that
 * nothing of the account stays in memory (security design P29).
 */
export function leaveSession(path: ExitPath): void {
  if (leaving) return;
  const epoch = currentEpoch();
  if (epoch !== null) {
    tellOtherTabs({ kind: 'ended', epoch, path });
    // A marker of another epoch belongs to whoever has signed in since.
    if (readMarker()?.epoch === epoch) removeMarker();
    setCurrentEpoch(null);
  }
  goTo(path);
}

/** Loads a page as a new document, once. */
export function goTo(path: ExitPath): void {
  if (leaving) return;
  leaving = true;
  window.addEventListener('pageshow', stay);
  window.location.replace(path);
}

/** The exit that fits a session which ended without this tab's doing: the idle limit, or anything else. */
export function exitPath(lastActivity: number | undefined, now: number): ExitPath {
  if (lastActivity === undefined) return '/login';
  return idleState(now, lastActivity, idleLimits(readSite())).kind === 'active' ? '/login' : '/auto-logout';
}
