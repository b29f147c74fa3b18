import { useEffect, useRef } from 'react';
import { dismissSnackbar, showSnackbar, undoMilliseconds, type SnackbarMessage } from './snackbar-store.ts';

/**
 * Says what was done, with the way to undo it. The message goes with its page, and by itself after a time in which it can be
 * read and pressed. The page can change it back as well, so the message need not stay (WCAG 2.2.1).
 */
export function useUndoSnackbar(): (text: string, undo: NonNullable<SnackbarMessage['action']>) => void {
  const last = useRef<number | null>(null);
  useEffect(
    () => () => {
      if (last.current !== null) dismissSnackbar(last.current);
    },
    [],
  );
  return (text, undo) => {
    last.current = showSnackbar({ severity: 'success', text, action: undo, durationMs: undoMilliseconds });
  };
}
