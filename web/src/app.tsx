import { RouterProvider } from '@tanstack/react-router';
import { SnackbarRegion } from './kit/Snackbar.tsx';
import { TopLayer } from './kit/TopLayer.tsx';
import { show } from './root.ts';
import { createAppRouter, preloadPage, type AppRouter } from './routes.tsx';
import type { RoutePath } from './routes/table.ts';
import { followNavigation } from './shell/follow-navigation.ts';
import { ErrorBoundary } from './shell/ErrorBoundary.tsx';

export { preloadPage };

let router: AppRouter | null = null;

/** Starts the app at the address of the page. */
export function start(fromSignIn = false): void {
  router = createAppRouter();
  followNavigation(router, fromSignIn);
  show(
    <ErrorBoundary>
      <RouterProvider router={router} />
      <TopLayer>
        <SnackbarRegion />
      </TopLayer>
    </ErrorBoundary>,
  );
}

/** Goes from the sign-in into the app. The sign-in leaves the history: going back does not lead to it. */
export async function enter(path: Extract<RoutePath, '/dashboard' | '/fast-phone-verification'>): Promise<void> {
  if (router !== null) {
    await router.navigate({ to: path, replace: true });
    return;
  }
  await preloadPage(path);
  window.history.replaceState(null, '', path);
  start(true);
}
