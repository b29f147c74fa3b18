import './theme/base.css';
import { applyThemeParameter } from './debug-parameters.ts';
import { claimPolicy } from './flows/captcha/app-policy.ts';
import { repairAddress } from './session/browser/address.ts';
import { takeLinkSecret } from './session/browser/link-secret.ts';
import { seemsSignedIn } from './session/browser-session.ts';
import { readSite } from './site.ts';
import { sleepUntilTouched } from './sleep.ts';

claimPolicy();
// A secret leaves the address bar and the history before anything else happens (reading 8).
takeLinkSecret();
repairAddress();
applyThemeParameter();

const hydrate = async (entrance: HTMLElement) => (await import('./hydrate.tsx')).hydrate(entrance);
const entrance = document.getElementById('entrance');
if (!entrance || seemsSignedIn()) startApp();
else sleepUntilTouched(entrance, readSite(), () => hydrate(entrance));

/** Requests at once what the first view needs; each file asks for the next only when it runs. What fails is requested again. */
function startApp(): void {
  const ahead: Promise<unknown>[] = [import('./app.tsx')];
  if (seemsSignedIn()) ahead.push(import('./routes/SignedInFrame.tsx'));
  if (window.location.pathname === '/dashboard') ahead.push(import('./routes/DashboardPage.tsx'));
  void Promise.allSettled(ahead);
  void import('./start.tsx').then((page) => page.startApp());
}
