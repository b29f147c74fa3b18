import type { Database } from '../../db/open.ts';
import type { Network } from '../../http/client.ts';
import type { Keys } from '../../ports/keys/keys.ts';
import { count, readCount, uncount } from './counter.ts';

/**
 * A count of what comes from one address and from its surrounding networks. It is in PostgreSQL, so all processes share
 * it.
 */
export interface AddressCounter {
  /** The count of the fullest network, as if a single address had made it, and the end of its window. */
  read(db: Database, now: Date): Promise<{ failures: number; until: Date }>;
  /**
   * @returns whether every network admits one more; if not, nothing is counted
   */
  count(db: Database, now: Date, cap?: number): Promise<boolean>;
  uncount(db: Database): Promise<void>;
}

/** @param purpose the label of the keyed MAC under which the addresses are stored */
export function addressCounter(
  keys: Pick<Keys, 'mac'>,
  purpose: string,
  networks: readonly Network[],
  windowSeconds: number,
): AddressCounter {
  const counters = networks.map(({ prefix, share }) => ({ key: keys.mac(purpose, prefix), share }));
  return {
    async read(db, now) {
      const counts = await Promise.all(
        counters.map(async ({ key, share }) => {
          const { failures, until } = await readCount(db, { key, windowSeconds }, now);
          return { failures: Math.floor(failures / share), until };
        }),
      );
      return counts.reduce((fullest, each) => (each.failures > fullest.failures ? each : fullest));
    },
    async count(db, now, cap) {
      for (const [index, { key, share }] of counters.entries()) {
        const limit = cap === undefined ? {} : { cap: cap * share };
        if ((await count(db, { key, windowSeconds, ...limit }, now)) !== null) continue;
        for (const counted of counters.slice(0, index)) await uncount(db, counted.key);
        return false;
      }
      return true;
    },
    async uncount(db) {
      for (const { key } of counters) await uncount(db, key);
    },
  };
}
