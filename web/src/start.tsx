import { begin, loadApp } from './begin.ts';
import { needsShell } from './paths.ts';
import { show } from './root.ts';
import { seemsSignedIn } from './session/browser-session.ts';
import { FailurePage } from './shell/frames/FailurePage.tsx';
import { ShellSkeleton } from './shell/frames/ShellSkeleton.tsx';

/** Shows the page at the address, with the router. */
export async function startApp(): Promise<void> {
  const { pathname } = window.location;
  if (needsShell(pathname) && seemsSignedIn()) show(<ShellSkeleton />);
  await begin();
  try {
    const { start, preloadPage } = await loadApp();
    if (seemsSignedIn()) void preloadPage(pathname);
    await start();
  } catch (error) {
    show(<FailurePage error={error} onRetry={() => window.location.reload()} />);
  }
}
