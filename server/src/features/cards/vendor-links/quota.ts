import { DAY, HOUR, vendorLink } from '@florin/contract/limits';
import type { Context } from '../../../context.ts';
import { count, readCount } from '../../../core/throttle/counter.ts';
import type { Database } from '../../../db/open.ts';
import { refuse, type Refused } from '../../../http/call.ts';
import type { CurrentSession } from '../../../identity/sessions/current-session.ts';
import { secondsUntil } from '../../../core/time.ts';

const windows = [
  { name: 'hour', windowSeconds: HOUR, cap: vendorLink.sentPerHour },
  { name: 'day', windowSeconds: DAY, cap: vendorLink.sentPerDay },
];

/**
 * Counts a link that is about to be sent: by person, in whatever session and for whichever business, and by business,
 * whoever sends it. Null: it may go out. The caller holds the locks of both.
 */
export async function admitLink(
  tx: Database,
  { keys, clock }: Pick<Context, 'keys' | 'clock'>,
  { personId, businessId }: Pick<CurrentSession, 'personId' | 'businessId'>,
): Promise<Refused<'TOO_MANY_REQUESTS'> | null> {
  const now = clock.now();
  const counters = windows.flatMap(({ name, ...window }) => [
    { key: keys.mac(`vendor-links-person-${name}`, personId), ...window },
    { key: keys.mac(`vendor-links-business-${name}`, businessId), ...window },
  ]);
  for (const counter of counters) {
    const { failures, until } = await readCount(tx, counter, now);
    if (failures >= counter.cap)
      return refuse('TOO_MANY_REQUESTS', {}, { retryAfterSeconds: secondsUntil(until, now) + 1 });
  }
  for (const counter of counters) await count(tx, counter, now);
  return null;
}
