import { strangersMessages } from '@florin/contract/limits';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { refuse, type Refused } from '../../http/call.ts';

/**
 * Bounds what strangers send to a program's support, whoever they are. Each address has its own limit before this one
 * (the endpoint's), so that nobody closes the channel to others from a few addresses; this one only keeps a flood of
 * thousands from the mailbox.
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
