import { useEffect, type RefObject } from 'react';

/** Moves focus to an element when it appears: a step that takes another's place starts at its heading. */
export function useFocusOn(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    element.current?.focus();
  }, [element]);
}
