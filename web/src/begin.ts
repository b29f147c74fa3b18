import { provideApp } from './session/enter.ts';
import { watchErrors } from './session/failures/report-error.ts';
import { readSite } from './site.ts';

/** The router with the rest of the pages. */
export const loadApp = () => import('./app.tsx');

/** What every page does once its scripts run. Where calls are traced, it resolves when the first of them will be. */
export async function begin(): Promise<void> {
  provideApp(loadApp);
  watchErrors();
  // After the page itself: the HTML carries a copy.
  if (document.readyState === 'complete') loadConfiguration();
  else window.addEventListener('load', loadConfiguration);
  if (!readSite().telemetry) return;
  try {
    const { startTelemetry } = await import('./telemetry/start.ts');
    await startTelemetry();
  } catch {
    // The page works without.
  }
}

const loadConfiguration = () =>
  void import('./flows/service/check-service.ts').then((service) => service.loadConfiguration());
