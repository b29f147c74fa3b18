import type { Severity } from './Notice.tsx';

export interface SnackbarMessage {
  severity: Severity;
  text: string;
  /** One thing to do about it; the snackbar closes when it is pressed. */
  action?: { label: string; onPress: () => void };
  /** The correlation id of the failed answer, shown as 'Error ID'. */
  correlationId?: string | null;
  /**
   * How long it stays, in milliseconds, not counting time under the pointer or with focus. By default, information and
   * success stay 6 s. Warnings, errors, and snackbars with an action or an Error ID stay until they are dismissed (WCAG
   * 2.2.1); one that undoes what the page can change back stays 20 s (use-undo-snackbar.ts).
   */
  durationMs?: number;
}

export interface ShownSnackbar extends SnackbarMessage {
  id: number;
}

/** So long what was done can be undone from its message. */
export const undoMilliseconds = 20_000;

/** More than this would hide the page, so the oldest is removed. */
const shownAtMost = 3;
const none: readonly ShownSnackbar[] = [];

let shown = none;
let lastId = 0;
const listeners = new Set<() => void>();

function show(next: readonly ShownSnackbar[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Shows a message over the page, whichever page it is. Returns its id. */
export function showSnackbar(message: SnackbarMessage): number {
  const id = ++lastId;
  show([...shown, { ...message, id }].slice(-shownAtMost));
  return id;
}

export function dismissSnackbar(id: number): void {
  show(shown.filter((message) => message.id !== id));
}

const isCalm = ({ severity }: SnackbarMessage) => severity === 'info' || severity === 'success';

/**
 * Removes information and success, which would disappear by themselves. Snackbars that need reading or pressing stay.
 */
export function dismissCalmSnackbars(): void {
  const left = shown.filter((message) => !isCalm(message) || lifetimeMs(message) === null);
  if (left.length < shown.length) show(left);
}

/** How long a message stays; null: until it is dismissed. */
export function lifetimeMs(message: SnackbarMessage): number | null {
  if (message.durationMs !== undefined) return message.durationMs;
  return isCalm(message) && !message.action && message.correlationId == null ? 6000 : null;
}

/** For useSyncExternalStore. */
export const snackbars = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  snapshot: () => shown,
  serverSnapshot: () => none,
};
