import { noticeQuota } from '@florin/contract/limits';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';
import type { Change } from './changes.ts';

/** What people are told of, in the words that count notices of a kind. */
export type NoticeKind = Change['type'] | 'passwordReset' | 'loginReported' | 'resetDeclined' | 'resetTakenBack';

/**
 * Counts a notice of one kind to one person.
 * @returns how many there were in the window (limits.ts, `noticeQuota`) with this one; one more than allowed stands for all further ones
 */
export async function countNotice(
  tx: Database,
  { keys, clock }: Pick<Context, 'keys' | 'clock'>,
  personId: string,
  kind: NoticeKind,
): Promise<number> {
  const now = clock.now();
  const isOver = sql`throttle.window_started_at <= ${new Date(now.getTime() - noticeQuota.windowSeconds * 1000)}`;
  const { rows } = await sql<{ count: number }>`
    insert into throttle (key, failures, window_started_at)
    values (${keys.mac('notice', `${personId}|${kind}`)}, 1, ${now})
    on conflict (key) do update set
      failures = case when ${isOver} then 1 else least(throttle.failures + 1, ${noticeQuota.mails + 1}) end,
      window_started_at = case when ${isOver} then ${now} else throttle.window_started_at end
    returning failures as count`.execute(tx);
  return rows[0]!.count;
}
