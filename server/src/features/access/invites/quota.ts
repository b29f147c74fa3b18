import { DAY, invite as limits, MINUTE } from '@florin/contract/limits';
import type { Context } from '../../../context.ts';
import { count, readCount } from '../../../core/throttle/counter.ts';
import type { Database } from '../../../db/open.ts';
import { refuse, type Refused } from '../../../http/call.ts';
import { mailboxOf } from '../../../core/messages/mailbox.ts';
import { secondsUntil } from '../../../core/time.ts';

interface InviteMail {
  businessId: string;
  email: string;
}

/**
 * Counts a mail with an invite before it is queued: by address over all businesses and invites, whatever their status,
 * and by business (security design P19). Null if it may be sent.
 */
export async function countInviteMail(
  tx: Database,
  { keys, clock }: Pick<Context, 'keys' | 'clock'>,
  { businessId, email }: InviteMail,
): Promise<Refused<'INVITE_LIMIT_REACHED'> | null> {
  const now = clock.now();
  const address = mailboxOf(email);
  const counters = [
    {
      key: keys.mac('invite-mails-address-now', address),
      windowSeconds: 10 * MINUTE,
      cap: limits.mailsPerAddressInTenMinutes,
    },
    { key: keys.mac('invite-mails-address', address), windowSeconds: DAY, cap: limits.mailsPerAddressPerDay },
    { key: keys.mac('invite-mails-business', businessId), windowSeconds: DAY, cap: limits.mailsPerBusinessPerDay },
  ];
  for (const counter of counters) {
    if ((await count(tx, counter, now)) !== null) continue;
    const { until } = await readCount(tx, counter, now);
    return refuse('INVITE_LIMIT_REACHED', {}, { retryAfterSeconds: secondsUntil(until, now) + 1 });
  }
  return null;
}
