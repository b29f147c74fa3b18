let asked = false;
const listeners = new Set<() => void>();
const notify = () => {
  for (const listener of listeners) listener();
};

/** Starts the product tour, even for people who have seen it. */
export function startTour(): void {
  asked = true;
  notify();
}

export function endTour(): void {
  asked = false;
  notify();
}

/** For useSyncExternalStore: whether the tour was requested. */
export const tourRequest = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  snapshot: () => asked,
};
