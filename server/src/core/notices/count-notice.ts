import { noticeQuota } from '@florin/contract/limits';
import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';
import { count } from '../throttle/counter.ts';
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
  const key = keys.mac('notice', `${personId}|${kind}`);
  const cap = noticeQuota.mails + 1;
  return (await count(tx, { key, windowSeconds: noticeQuota.windowSeconds, cap }, clock.now())) ?? cap;
}
