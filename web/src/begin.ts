import { provideApp } from './session/enter.ts';
import { watchErrors } from './session/failures/report-error.ts';
import { readSite } from './site.ts';

/** The router with the rest of the pages. */
export const loadApp = () => import('./app.tsx');

/** What every page does once its scripts run. */
export function begin(): void {
  provideApp(loadApp);
  watchErrors();
  if (readSite().telemetry) void import('./telemetry/start.ts').then(({ startTelemetry }) => startTelemetry());
  // After the page itself: the HTML carries a copy.
  if (document.readyState === 'complete') loadConfiguration();
  else window.addEventListener('load', loadConfiguration);
}

const loadConfiguration = () =>
  void import('./flows/service/look-at-service.ts').then((service) => service.loadConfiguration());
