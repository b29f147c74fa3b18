import { useEffect, useRef } from 'react';

/**
 * Gives a later step of a flow its own history entry at the same address, so that the browser's Back leads to the step
 * before instead of off the page. Leaving it by a button removes the entry again.
 * @param mark names the entry, so that flows within each other do not take one for theirs
 * @param isLater the step has one before it
 */
export function useBackStep(mark: string, isLater: boolean, onBack: () => void): void {
  const back = useRef(onBack);
  const wasLater = useRef(false);
  useEffect(() => {
    back.current = onBack;
  });
  useEffect(() => {
    if (!isLater) {
      // After a reload the entry is still there, and the step is about to be restored: only a step that was left goes back.
      if (wasLater.current && isMarked(window.history.state, mark)) window.history.back();
      wasLater.current = false;
      return undefined;
    }
    wasLater.current = true;
    if (!isMarked(window.history.state, mark)) window.history.pushState({ [mark]: true }, '');
    const onPop = () => {
      if (!isMarked(window.history.state, mark)) back.current();
    };
    window.addEventListener('popstate', onPop);
    return () => window.removeEventListener('popstate', onPop);
  }, [mark, isLater]);
}

const isMarked = (state: unknown, mark: string): boolean =>
  typeof state === 'object' && state !== null && mark in state;
