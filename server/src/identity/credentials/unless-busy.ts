import { refuse, type Refused } from '../../http/call.ts';
import { Busy } from '../../bounded-queue.ts';

/** Refuses work with a password hash while too many others wait for one. */
export async function unlessBusy<T>(act: () => Promise<T>): Promise<T | Refused<'BUSY'>> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof Busy) return refuse('BUSY', {}, { retryAfterSeconds: 1 });
    throw error;
  }
}
