let asked = false;
const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};

/** Starts the product tour, whoever has seen it already. */
export function startTour(): void {
  asked = true;
  tell();
}

export function endTour(): void {
  asked = false;
  tell();
}

/** For useSyncExternalStore: whether somebody has asked for the tour. */
export const tourRequest = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  snapshot: () => asked,
};
