import { useSyncExternalStore } from 'react';
import { currentEpoch, subscribeToEpoch } from './epoch.ts';

let known: string | null = null;
/** A session that was left shows nothing new: the page is on its way out. */
const lastEpoch = () => (known = currentEpoch() ?? known);

/** Renders anew when the session is issued anew under the page, so that its queries follow (`renewSession`). */
export const useEpoch = (): string | null => useSyncExternalStore(subscribeToEpoch, lastEpoch);
