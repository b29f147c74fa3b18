import { useCallback, useEffect, useRef, useState } from 'react';

/** How often a page checks whether the service is back: within a minute, and not all pages at the same time. */
const everyMs = 30_000;
/** An interruption, unlike planned work, has usually ended by then. */
const firstMs = 6_000;
const awakenings = ['visibilitychange', 'focus', 'online'] as const;
/** Several events of waking up arrive together. */
const pauseMs = 5_000;

/** Checks for service from time to time, when the page becomes visible again, and on request. */
export function useServiceAgain() {
  const [looking, setLooking] = useState(false);
  /** The person has checked, and there was none. */
  const [inVain, setInVain] = useState(false);
  const lookedAt = useRef(0);
  const look = useCallback(async () => {
    lookedAt.current = Date.now();
    try {
      await (await import('./check-service.ts')).checkService();
    } catch {
      // Still out of service, or unknown, so the next check follows.
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
    const first = setTimeout(calmly, firstMs);
    const timer = setInterval(calmly, everyMs);
    for (const type of awakenings) window.addEventListener(type, calmly);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
      for (const type of awakenings) window.removeEventListener(type, calmly);
    };
  }, [look]);
  return { looking, inVain, tryAgain };
}
