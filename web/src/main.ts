import './theme/base.css';
import { applyThemeParameter } from './debug-parameters.ts';
import { claimPolicy } from './flows/captcha/app-policy.ts';
import { repairAddress } from './session/browser/address.ts';
import { takeLinkSecret } from './session/browser/link-secret.ts';
import { seemsSignedIn } from './session/browser-session.ts';
import { readSite } from './site.ts';
import { hasNews, sleepUntilTouched } from './sleep.ts';

claimPolicy();
// A secret leaves the address bar and the history before anything else happens (reading 8).
takeLinkSecret();
repairAddress();
applyThemeParameter();

const hydrate = async (entrance: HTMLElement) => (await import('./hydrate.tsx')).hydrate(entrance);
const entrance = document.getElementById('entrance');
if (!entrance || seemsSignedIn()) void import('./start.tsx').then(({ startApp }) => startApp());
else if (hasNews(readSite())) void hydrate(entrance);
else sleepUntilTouched(entrance, readSite(), () => hydrate(entrance));
