import { useEffect, type RefObject } from 'react';

/**
 * Moves focus to an element when it appears: a step that takes another's place starts at its heading or its one field.
 * @param isAway whether the element is not the place to start at for now; it takes the focus when it is again
 */
export function useFocusOn(element: RefObject<HTMLElement | null>, isAway = false): void {
  useEffect(() => {
    if (!isAway) element.current?.focus();
  }, [element, isAway]);
}
