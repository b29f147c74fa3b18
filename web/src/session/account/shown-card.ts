import type { Money } from '@florin/contract/money';
import { useEffect } from 'react';

/** A card with what is available on it. */
interface ShownCard {
  last4: string;
  available: Money;
}

let shown: ShownCard | null = null;
const listeners = new Set<() => void>();

function set(next: ShownCard | null): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** For useSyncExternalStore: the card that the page draws, which the account in the sidebar names; null where it draws none. */
export const shownCard = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  snapshot: () => shown,
};

/** Names a card in the sidebar while it is on the page. @param card null: the account keeps its own */
export function useShownCard(card: ShownCard | null): void {
  const last4 = card?.last4;
  const { amount, currency } = card?.available ?? {};
  useEffect(() => {
    if (last4 === undefined || amount === undefined || currency === undefined) return undefined;
    set({ last4, available: { amount, currency } });
    return () => set(null);
  }, [last4, amount, currency]);
}
