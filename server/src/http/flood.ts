import type { Endpoint } from '@florin/contract/endpoint';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { refuse, type Refused } from './call.ts';
import type { Network } from './client.ts';

/**
 * The flood limit of one endpoint, or of all pages, which protects the machine and is counted in this process. Limits that protect
 * secrets are counted in PostgreSQL, in the same transaction as the secret. A larger network has several times the
 * limit.
 */
export function floodLimit({
  limit,
}: Pick<Endpoint, 'limit'>): (networks: readonly Network[]) => Promise<Refused<'TOO_MANY_REQUESTS'> | null> {
  if (!limit) return async () => null;
  const limiters = new Map<number, RateLimiterMemory>();
  const limiterOf = (share: number) => {
    let limiter = limiters.get(share);
    if (!limiter) {
      limiter = new RateLimiterMemory({ points: limit.requests * share, duration: limit.windowSeconds });
      limiters.set(share, limiter);
    }
    return limiter;
  };
  return async (networks) => {
    try {
      // The narrowest first, so that a call it refuses does not use up the limit of its neighbors.
      for (const { prefix, share } of networks) await limiterOf(share).consume(prefix);
      return null;
    } catch (rejected) {
      if (!(rejected instanceof RateLimiterRes)) throw rejected;
      return refuse('TOO_MANY_REQUESTS', {}, { retryAfterSeconds: Math.ceil(rejected.msBeforeNext / 1000) });
    }
  };
}
