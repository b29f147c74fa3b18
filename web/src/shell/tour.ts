let asked = false;
const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};

/** Starts the product tour, even for people who have seen it. */
export function startTour(): void {
  asked = true;
  tell();
}

export function endTour(): void {
  asked = false;
  tell();
}

/** For useSyncExternalStore: whether the tour was requested. */
export const tourRequest = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  snapshot: () => asked,
};
