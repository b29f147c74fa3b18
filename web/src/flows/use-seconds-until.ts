import { useSyncExternalStore } from 'react';

const everyMs = 250;

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, everyMs);
  return () => clearInterval(timer);
}

/** Whole seconds until a time (milliseconds since 1970), 0 from then on; counts while the component is shown. */
export function useSecondsUntil(timeMs: number): number {
  return useSyncExternalStore(subscribe, () => Math.max(0, Math.ceil((timeMs - Date.now()) / 1000)));
}
