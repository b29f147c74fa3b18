import type { UserInfo } from '@florin/contract/user-info';
import { en } from '../../messages/en.ts';

type Described = Pick<UserInfo, 'businessSuspended' | 'businessOpen'> & {
  userData: Pick<UserInfo['userData'], 'accountStatus' | 'businessOperational'>;
};

/** The one word an account's state has, the gravest first. */
export function statusOf({ userData, businessOpen, businessSuspended }: Described): {
  tone: 'ok' | 'neutral' | 'bad' | 'info';
  text: string;
} {
  const { open, closed, suspended, pendingReview } = en.dashboard.statuses;
  if (userData.accountStatus === 'CLOSED') return { tone: 'neutral', text: closed };
  if (businessSuspended) return { tone: 'bad', text: suspended };
  if (!userData.businessOperational) return { tone: 'info', text: pendingReview };
  return businessOpen ? { tone: 'ok', text: open } : { tone: 'neutral', text: closed };
}
