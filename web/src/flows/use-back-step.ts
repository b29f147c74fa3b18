import { useEffect, useRef } from 'react';

interface BackStep {
  /** The step has one before it. */
  isLater: boolean;
  onBack: () => void;
  /** Goes to the step that was left, with the browser's Forward; null or missing if there is none. */
  onForward?: (() => void) | null;
}

/**
 * Gives a later step of a flow its own history entry at the same address, so that the browser's Back leads to the step
 * before instead of off the page, and Forward to the step that was left. An entry without a step is left again at once.
 * @param mark identifies the entry, so that nested flows do not use each other's
 */
export function useBackStep(mark: string, step: BackStep): void {
  const { isLater } = step;
  const current = useRef(step);
  const wasLater = useRef(false);
  useEffect(() => {
    current.current = step;
  });
  useEffect(() => {
    // After a reload the entry still exists and the step is about to be restored. Only a step that was left goes back.
    if (!isLater && wasLater.current && isMarked(mark)) window.history.back();
    wasLater.current = isLater;
    if (isLater && !isMarked(mark)) window.history.pushState({ ...marks(), [mark]: true }, '');
    const onPop = () => {
      const { onBack, onForward } = current.current;
      if (isLater && !isMarked(mark)) onBack();
      if (isLater || !isMarked(mark)) return;
      if (onForward) onForward();
      else window.history.back();
    };
    window.addEventListener('popstate', onPop);
    return () => window.removeEventListener('popstate', onPop);
  }, [mark, isLater]);
}

const entryState = () => (window.history.state ?? {}) as Record<string, unknown>;
const isMarked = (mark: string): boolean => entryState()[mark] === true;
/** The marks of outer flows, whose step stays the same. */
const marks = () => Object.fromEntries(Object.entries(entryState()).filter(([, value]) => value === true));
