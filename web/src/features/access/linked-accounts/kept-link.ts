import * as v from 'valibot';
import { stored } from '../../../stored.ts';

/** The link whose second factor is awaited: beside the kept code (flows/sign-in/kept-code.ts), what the link adds to it. */
export const keptLink = stored(
  'florin-pending-link',
  v.object({
    /** The membership that links. */
    userId: v.string(),
    isOtherName: v.boolean(),
  }),
  'session',
);

/** The link of this membership that a reload has interrupted; null without. */
export function interruptedLink(userId: string) {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const found = keptLink.read();
  return navigation?.type === 'reload' && found?.userId === userId ? found : null;
}
