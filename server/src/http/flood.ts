import type { Endpoint } from '@florin/contract/endpoint';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { refuse, type Refused } from './call.ts';

/**
 * The flood limit of one endpoint, counted in this process: it protects the machine. Limits that protect secrets are
 * counted in PostgreSQL, in the same transaction as the secret.
 */
export function floodLimit(endpoint: Endpoint): (key: string) => Promise<Refused<'TOO_MANY_REQUESTS'> | null> {
  if (!endpoint.limit) return async () => null;
  const limiter = new RateLimiterMemory({ points: endpoint.limit.requests, duration: endpoint.limit.windowSeconds });
  return async (key) => {
    try {
      await limiter.consume(key);
      return null;
    } catch (rejected) {
      if (!(rejected instanceof RateLimiterRes)) throw rejected;
      return refuse('TOO_MANY_REQUESTS', {}, { retryAfterSeconds: Math.ceil(rejected.msBeforeNext / 1000) });
    }
  };
}
