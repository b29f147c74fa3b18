import { useEffect, type RefObject } from 'react';

/**
 * Moves the focus to an element when it appears, so that a step that replaces another one starts at its heading or its
 * only field.
 * @param isAway whether the focus does not belong on the element for now; the element gets it once it does
 */
export function useFocusOn(element: RefObject<HTMLElement | null>, isAway = false): void {
  useEffect(() => {
    if (!isAway) element.current?.focus();
  }, [element, isAway]);
}
