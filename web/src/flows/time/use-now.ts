import { useEffect, useState, useSyncExternalStore } from 'react';
import { followClock, productTime } from '../../clock.ts';
import { dayIn } from './when.ts';

const everyMs = 30_000;

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, everyMs);
  const unfollow = followClock(listener);
  return () => {
    clearInterval(timer);
    unfollow();
  };
}

/** The product's time in milliseconds, renewed every half minute and when it jumps: for words such as '8 min'. */
export function useNow(): number {
  const [now, setNow] = useState(productTime);
  useEffect(() => subscribe(() => setNow(productTime())), []);
  return now;
}

/** The current day of a time zone, yyyy-mm-dd, also after midnight. */
export const useToday = (zone: string): string => useSyncExternalStore(subscribe, () => dayIn(productTime(), zone));
