import type { SignedIn } from '@florin/contract/access/login';
import { paths } from '../paths.ts';
import { arrivalNotice } from './browser/arrival-notice.ts';
import { forgetAddress, wantedAddress } from './browser/return-to.ts';
import { marker, setCurrentEpoch } from './browser-session.ts';
import type { OwnAddress } from './destination.ts';
import { clearPendingLogout } from './pending-logout.ts';

/* How a tab enters a session. */

/** Makes a session the browser's, in every tab. */
export function adoptSession(epoch: string): void {
  clearPendingLogout();
  forgetAddress();
  arrivalNotice.remove();
  setCurrentEpoch(epoch);
  marker.write({ epoch, lastActivity: Date.now() });
}

/** The signed-in app, in files of its own. */
interface App {
  preloadPage(path: string): Promise<void>;
  enter(address: OwnAddress): Promise<void>;
}

let loadApp = (): Promise<App> => Promise.reject(new Error('no app'));

/** Sets how the app is loaded; begin.ts calls it, so that nothing below the app imports it. */
export function provideApp(load: () => Promise<App>): void {
  loadApp = load;
}

/** Loads the signed-in app ahead of time, so that the step after the last click is short. */
export async function preloadApp(): Promise<void> {
  try {
    await (await loadApp()).preloadPage(paths.dashboard);
  } catch {
    // Entering loads it again, and reports a failure.
  }
}

/**
 * Enters the app after a sign-in: at the page that confirms a phone (specification section 2), at the page that the person
 * wanted, or at the dashboard.
 */
export const onSignedIn = (answer: SignedIn): Promise<void> => enterAt(wantedAddress(), answer);

/** Enters the app after /add-account, which always leads to the dashboard (specification section 2). */
export const onAccountAdded = (answer: SignedIn): Promise<void> => enterAt(paths.dashboard, answer);

const enterAt = (address: OwnAddress, { epoch, hasUnverifiedPhone }: SignedIn) =>
  enterAs(epoch, hasUnverifiedPhone ? paths.fastPhoneVerification : address);

/**
 * Enters a page in a session. Resolves when the app has taken over the page; if it cannot be loaded, the browser loads the
 * page as a new document.
 */
export async function enterAs(epoch: string, address: OwnAddress): Promise<void> {
  adoptSession(epoch);
  try {
    await (await loadApp()).enter(address);
  } catch {
    window.location.replace(address);
  }
}
