let isOpen = false;
const listeners = new Set<() => void>();

/** Opens or closes the simulator, which stays over every page and account until it is closed. */
export function showSimulator(open: boolean): void {
  isOpen = open;
  for (const listener of listeners) listener();
}

export const toggleSimulator = (): void => showSimulator(!isOpen);

/** For useSyncExternalStore: whether the simulator is open. */
export const simulatorRequest = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  snapshot: () => isOpen,
};
