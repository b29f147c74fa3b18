import { useEffect, useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';

interface Vanishing {
  /** When it has to disappear, in milliseconds since 1970; null if nothing is shown. */
  until: number | null;
  onGone: () => void;
  /** Also remove it when the person switches to another window. */
  onBlur?: boolean;
}

/**
 * Removes something from the page when its time has passed, when the page is left, and optionally when the window loses
 * the focus. It is removed from the DOM before the event ends, so that the browser's cached copy of the page does not
 * contain it.
 */
export function useVanishing({ until, onGone, onBlur = false }: Vanishing): void {
  const gone = useRef(onGone);
  useEffect(() => {
    gone.current = onGone;
  });
  // Before the content is painted.
  useLayoutEffect(() => {
    if (until === null) return undefined;
    const leave = () => flushSync(() => gone.current());
    const timer = setTimeout(() => gone.current(), until - Date.now());
    // A sleeping machine has not counted.
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
