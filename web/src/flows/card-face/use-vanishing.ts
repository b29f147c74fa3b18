import { useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';

interface Vanishing {
  /** When it has to be gone, in milliseconds since 1970; null where there is nothing to take away. */
  until: number | null;
  onGone: () => void;
  /** Also as soon as the person turns to another window. */
  onBlur?: boolean;
}

/**
 * Takes something out of the page when its time is over, when the page is left, and if asked when the window loses the
 * focus. It is out of the DOM before the event ends, so that no copy that the browser keeps of the page holds it.
 */
export function useVanishing({ until, onGone, onBlur = false }: Vanishing): void {
  const gone = useRef(onGone);
  useEffect(() => {
    gone.current = onGone;
  });
  useEffect(() => {
    if (until === null) return undefined;
    const leave = () => flushSync(() => gone.current());
    const timer = setTimeout(() => gone.current(), until - Date.now());
    // A machine that slept has not counted.
    const look = () => {
      if (Date.now() >= until || (onBlur && document.visibilityState === 'hidden')) leave();
    };
    window.addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', look);
    if (onBlur) window.addEventListener('blur', leave);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('blur', leave);
    };
  }, [until, onBlur]);
}
