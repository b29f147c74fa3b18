import { useEffect, useRef } from 'react';

const mark = 'secondFactor';

/**
 * Gives the second factor an entry in the browser's history at the same address, so that the back button leads to the
 * form instead of off the page. Leaving it by a button takes the entry away again.
 */
export function useBackToPassword(inSecondFactor: boolean, onBack: () => void): void {
  const back = useRef(onBack);
  useEffect(() => {
    back.current = onBack;
  });
  useEffect(() => {
    if (!inSecondFactor) {
      if (isMarked(window.history.state)) window.history.back();
      return undefined;
    }
    if (!isMarked(window.history.state)) window.history.pushState({ [mark]: true }, '');
    const onPop = () => {
      if (!isMarked(window.history.state)) back.current();
    };
    window.addEventListener('popstate', onPop);
    return () => window.removeEventListener('popstate', onPop);
  }, [inSecondFactor]);
}

function isMarked(state: unknown): boolean {
  return typeof state === 'object' && state !== null && mark in state;
}
