import { useLayoutEffect, useRef } from 'react';

interface BackStep {
  /** How many steps of the flow are before this one; 0 for the first. */
  depth: number;
  /** Goes to the step before, with the browser's Back. */
  onBack: () => void;
  /** Goes to the step that was left, with the browser's Forward; null or missing if there is none. */
  onForward?: (() => void) | null;
}

/**
 * Gives each later step of a flow its own history entry at the same address, so that the browser's Back leads to the
 * step before instead of off the page, and Forward to the step that was left. An entry without a step is left again at
 * once.
 * @param mark identifies the entries, so that nested flows do not use each other's
 */
export function useBackStep(mark: string, step: BackStep): void {
  const { depth } = step;
  const current = useRef(step);
  const before = useRef(0);
  /** Back was pressed, and the flow has not followed yet. */
  const isGoingBack = useRef(false);
  // Before the step is painted: Back may be pressed as soon as the step is seen.
  useLayoutEffect(() => {
    current.current = step;
  });
  useLayoutEffect(() => {
    const { onBack, onForward } = current.current;
    const entry = depthOfEntry(mark);
    // After a reload the entry still exists and the step is about to be restored. Only a step that was left goes back.
    const wasLeft = before.current > depth;
    const wasBack = isGoingBack.current;
    before.current = depth;
    isGoingBack.current = false;
    if (entry < depth) {
      if (wasLeft && wasBack) {
        // Back over several entries at once.
        isGoingBack.current = true;
        onBack();
      } else for (let next = entry + 1; next <= depth; next += 1) pushEntry(mark, next);
    } else if (entry > depth && wasLeft) {
      // Forward was pressed before the flow had followed Back.
      if (wasBack && onForward) onForward();
      else window.history.go(depth - entry);
    }
    const onPop = () => {
      const now = depthOfEntry(mark);
      if (now < depth) {
        isGoingBack.current = true;
        current.current.onBack();
      } else if (now > depth) {
        if (current.current.onForward) current.current.onForward();
        else window.history.go(depth - now);
      }
    };
    window.addEventListener('popstate', onPop);
    return () => window.removeEventListener('popstate', onPop);
  }, [mark, depth]);
}

/** What an entry holds under a mark: 'step 1' at the depth 1. */
const prefix = 'step ';

const entryState = () => (window.history.state ?? {}) as Record<string, unknown>;

export function depthOfEntry(mark: string): number {
  const value = entryState()[mark];
  return typeof value === 'string' ? Number(value.slice(prefix.length)) : 0;
}

/**
 * The entry keeps the marks of outer flows, whose step stays the same, and the router's key: after a reload the router
 * clears an entry without one.
 */
function pushEntry(mark: string, depth: number): void {
  window.history.pushState({ ...entryState(), [mark]: `${prefix}${depth}` }, '');
}
