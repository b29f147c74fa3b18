import { strangersMessages } from '@florin/contract/limits';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { refuse, type Refused } from '../../http/call.ts';

/**
 * Limits the messages of strangers to a program's support, over all addresses. Each address has its own limit before
 * this one (the endpoint's), so that a few addresses cannot close the channel to others; this limit only protects the
 * mailbox from a flood of thousands.
 */
export function strangersLimit(
  perHour: number = strangersMessages.perProgramPerHour,
): (programId: string) => Promise<Refused<'TOO_MANY_REQUESTS'> | null> {
  const limiter = new RateLimiterMemory({ points: perHour, duration: strangersMessages.windowSeconds });
  return async (programId) => {
    const { consumedPoints, msBeforeNext } = await limiter.penalty(programId);
    if (consumedPoints <= perHour) return null;
    return refuse('TOO_MANY_REQUESTS', {}, { retryAfterSeconds: Math.ceil(msBeforeNext / 1000) });
  };
}
