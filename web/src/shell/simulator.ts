let isOpen = false;
let cardToTry: string | null = null;
const listeners = new Set<() => void>();

/**
 * Opens or closes the simulator, which stays over every page and account until it is closed.
 * @param card the id of the card to buy with; without one it is the newest
 */
export function showSimulator(open: boolean, card: string | null = null): void {
  isOpen = open;
  cardToTry = card;
  for (const listener of listeners) listener();
}

export const toggleSimulator = (): void => showSimulator(!isOpen);

/** For useSyncExternalStore: whether the simulator is open, and the card it was opened for. */
export const simulatorRequest = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  snapshot: () => isOpen,
  card: () => cardToTry,
};
