import { AsyncLocalStorage } from 'node:async_hooks';

const within = new AsyncLocalStorage<true>();

/** Runs the act of a transaction, which queries by the transaction alone. */
export const runWithin = <T>(act: () => Promise<T>): Promise<T> => within.run(true, act);

/**
 * Throws inside a transaction. Whoever holds one connection and asks the pool for another waits for ever as soon as all that
 * hold one do the same, so that a burst would stop the server: what a transaction needs besides is read before it.
 */
export function requireNoTransaction(): void {
  if (within.getStore()) throw new Error('a transaction asks for a second connection: read this before it, or by it');
}
