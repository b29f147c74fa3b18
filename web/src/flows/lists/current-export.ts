import type { ExportFormat } from '@florin/contract/exports';
import { useEffect, useEffectEvent } from 'react';

type Export = (format: ExportFormat) => void;

let current: Export | null = null;
const listeners = new Set<() => void>();

function set(next: Export | null): void {
  current = next;
  for (const listener of listeners) listener();
}

/** For useSyncExternalStore: exports the list on the page as its button does; null where it has none. */
export const currentExport = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  snapshot: () => current,
};

/** Offers the export of a list to the command palette while the list is on the page. */
export function useCurrentExport(take: Export): void {
  const run = useEffectEvent(take);
  useEffect(() => {
    const offered: Export = (format) => run(format);
    set(offered);
    return () => {
      if (current === offered) set(null);
    };
  }, []);
}
