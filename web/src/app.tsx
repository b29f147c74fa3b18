import { RouterProvider } from '@tanstack/react-router';
import { keepFocus } from './kit/overlays/keep-focus.ts';
import { SnackbarRegion } from './kit/feedback/Snackbar.tsx';
import { TopLayer } from './kit/overlays/TopLayer.tsx';
import { show } from './root.ts';
import { createAppRouter, preloadPage, type AppRouter } from './routes.tsx';
import { marker } from './session/browser-session.ts';
import { keepKeys } from './session/browser/keep-keys.ts';
import { destinationOf, type OwnAddress } from './session/destination.ts';
import { followNavigation } from './shell/follow-navigation.ts';
import { ErrorBoundary } from './shell/frames/ErrorBoundary.tsx';

export { preloadPage };

let router: AppRouter | null = null;

/** How long the skeleton may stay while the first page is prepared; drawing an outline costs it time. */
const longestWaitMilliseconds = 500;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Starts the app at the address of the page. */
export async function start(fromSignIn = false): Promise<void> {
  router = createAppRouter();
  followNavigation(router, fromSignIn);
  keepFocus();
  // The sign-in gives way at once: keys pressed from now on are the shell's.
  if (!fromSignIn) await Promise.race([router.load(), pause(longestWaitMilliseconds)]);
  show(<App router={router} />);
}

/** The pages of a router, and everything above them. */
export const App = (props: { router: AppRouter }) => (
  <ErrorBoundary>
    <RouterProvider {...props} />
    <TopLayer>
      <SnackbarRegion />
    </TopLayer>
  </ErrorBoundary>
);

/** Goes from the sign-in into the app. The sign-in leaves the history: going back does not lead to it. */
export async function enter(address: OwnAddress): Promise<void> {
  if (router !== null) {
    // Clears the answers to an earlier session in this document.
    const { queryClient } = await import('./session/queries/query-client.ts');
    await queryClient.cancelQueries();
    queryClient.clear();
    await router.navigate({ href: address, replace: true });
    return;
  }
  // The server writes this into the pages with a shell, and not into the sign-in.
  keepKeys(marker.key);
  await preloadPage(destinationOf(address));
  window.history.replaceState(null, '', address);
  await start(true);
}
