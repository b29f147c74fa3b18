import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { endOwed, owedLogout, subscribeToOwedLogout } from './owed-logout.ts';

const firstPauseMilliseconds = 5000;
const longestPauseMilliseconds = 60_000;

interface OwedLogout {
  /** `none`: nothing to say · `asking` for the first time · `failed`: it is asked again and again · `done` after all. */
  state: 'none' | 'asking' | 'failed' | 'done';
  retry: () => void;
}

/** Goes on asking the server to end a session that was left, until it says so. */
export function useOwedLogout(): OwedLogout {
  const owed = useSyncExternalStore(subscribeToOwedLogout, owedLogout, () => null);
  // `turn` asks at once, for whoever presses or is connected again; `failures` in a row make the pauses longer.
  const [{ failures, turn }, setTries] = useState({ failures: 0, turn: 0 });
  const retry = useCallback(() => setTries((before) => ({ ...before, turn: before.turn + 1 })), []);
  useEffect(() => {
    if (owed === null) return undefined;
    let isHere = true;
    const pause = turn > 0 || failures === 0 ? 0 : firstPauseMilliseconds * 2 ** (failures - 1);
    const ask = async () => {
      const isOver = await endOwed(owed);
      if (isHere && !isOver) setTries({ failures: failures + 1, turn: 0 });
    };
    const timer = setTimeout(() => void ask(), Math.min(pause, longestPauseMilliseconds));
    window.addEventListener('online', retry);
    return () => {
      isHere = false;
      clearTimeout(timer);
      window.removeEventListener('online', retry);
    };
  }, [owed, failures, turn, retry]);
  const told = failures > 0 ? 'failed' : 'asking';
  return { state: owed !== null ? told : failures > 0 ? 'done' : 'none', retry };
}
