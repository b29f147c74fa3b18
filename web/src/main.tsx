import './theme/base.css';
import { hydrateRoot } from 'react-dom/client';
import { Entrance } from './Entrance.tsx';
import { holdRoot, rootOptions, show } from './root.ts';
import { claimPolicy } from './flows/captcha/app-policy.ts';
import { applyThemeParameter } from './debug-parameters.ts';
import { needsShell } from './paths.ts';
import { repairAddress } from './session/browser/address.ts';
import { takeLinkSecret } from './session/browser/link-secret.ts';
import { seemsSignedIn } from './session/browser-session.ts';
import { ShellSkeleton } from './shell/frames/ShellSkeleton.tsx';
import { provideApp } from './session/enter.ts';
import { readSite } from './site.ts';
import { watchErrors } from './session/failures/report-error.ts';
import { FailurePage } from './shell/frames/FailurePage.tsx';

claimPolicy();
// A secret leaves the address bar and the history before anything else happens (reading 8).
takeLinkSecret();
repairAddress();
const { pathname } = window.location;

const loadApp = () => import('./app.tsx');
provideApp(loadApp);
applyThemeParameter();
watchErrors();
if (readSite().telemetry) void import('./telemetry/start.ts').then(({ startTelemetry }) => startTelemetry());
const entrance = document.getElementById('entrance');
if (entrance && !seemsSignedIn()) {
  // The server has rendered the sign-in, which works without the router: nothing else is loaded until a sign-in.
  holdRoot(hydrateRoot(entrance, <Entrance />, rootOptions));
} else {
  if (needsShell(pathname) && seemsSignedIn()) show(<ShellSkeleton />);
  void startApp();
}

// After the page itself: the HTML carries a copy.
window.addEventListener('load', () => {
  void import('./flows/service/look-at-service.ts').then(({ loadConfiguration }) => loadConfiguration());
});

async function startApp() {
  try {
    const { start, preloadPage } = await loadApp();
    if (seemsSignedIn()) void preloadPage(pathname);
    start();
  } catch (error) {
    show(<FailurePage error={error} onRetry={() => window.location.reload()} />);
  }
}
