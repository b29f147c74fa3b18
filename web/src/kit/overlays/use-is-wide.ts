import { useSyncExternalStore } from 'react';

/** The width of the page from which a side sheet docks beside it, in CSS pixels. */
const dockedFrom = 1280;

/** Whether the page has a width, in CSS pixels; by default that from which a side sheet docks beside it. */
export const useIsWide = (pixels = dockedFrom): boolean =>
  useSyncExternalStore(
    (changed) => {
      const list = mediaOf(pixels);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => mediaOf(pixels).matches,
  );

const mediaOf = (pixels: number) => window.matchMedia(`(min-width: ${pixels}px)`);
