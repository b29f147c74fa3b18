import { AsyncLocalStorage } from 'node:async_hooks';

const within = new AsyncLocalStorage<true>();

/** Runs the act of a transaction, which may query only through the transaction. */
export const runWithin = <T>(act: () => Promise<T>): Promise<T> => within.run(true, act);

/**
 * Throws inside a transaction. If all connections were held by transactions that wait for a second one, they would wait
 * for ever, so a burst would stop the server. Read other data before the transaction.
 */
export function requireNoTransaction(): void {
  if (within.getStore()) throw new Error('a transaction asks for a second connection: read this before it, or by it');
}
