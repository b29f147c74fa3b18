import { useCallback, useEffect, useRef, useState } from 'react';

/** How often a page without service asks whether there is some again: within a minute, and not all at once. */
const everyMs = 30_000;
const awakenings = ['visibilitychange', 'focus', 'online'] as const;
/** Several awakenings come together. */
const pauseMs = 5_000;

/** Looks for service now and then, when the page comes back to the front, and when it is asked to. */
export function useServiceAgain() {
  const [looking, setLooking] = useState(false);
  /** Somebody asked, and there was none. */
  const [inVain, setInVain] = useState(false);
  const lookedAt = useRef(0);
  const look = useCallback(async () => {
    lookedAt.current = Date.now();
    try {
      await (await import('./look-at-service.ts')).lookAtService();
    } catch {
      // There is none, or nobody knows: the next time will tell.
    }
  }, []);
  const tryAgain = async () => {
    setLooking(true);
    setInVain(false);
    await look();
    setLooking(false);
    setInVain(true);
  };
  useEffect(() => {
    lookedAt.current = Date.now();
    const calmly = () => {
      if (document.visibilityState === 'visible' && Date.now() - lookedAt.current >= pauseMs) void look();
    };
    const timer = setInterval(calmly, everyMs);
    for (const type of awakenings) window.addEventListener(type, calmly);
    return () => {
      clearInterval(timer);
      for (const type of awakenings) window.removeEventListener(type, calmly);
    };
  }, [look]);
  return { looking, inVain, tryAgain };
}
