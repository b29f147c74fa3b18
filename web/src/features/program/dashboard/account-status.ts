import type { UserInfo } from '@florin/contract/user-info';
import { isClosed } from '../../../session/closed-account.ts';
import { dashboardWords } from '../../../messages/en/dashboard.ts';

type Described = Parameters<typeof isClosed>[0] &
  Pick<UserInfo, 'businessSuspended'> & { userData: Pick<UserInfo['userData'], 'businessOperational'> };

/** The one word an account's state has, the gravest first. */
export function statusOf(account: Described): {
  tone: 'ok' | 'neutral' | 'bad' | 'info';
  text: string;
} {
  const { open, closed, suspended, pendingReview } = dashboardWords.statuses;
  if (isClosed(account)) return { tone: 'neutral', text: closed };
  if (account.businessSuspended) return { tone: 'bad', text: suspended };
  return account.userData.businessOperational ? { tone: 'ok', text: open } : { tone: 'info', text: pendingReview };
}
