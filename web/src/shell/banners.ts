import type { UserInfo } from '@florin/contract/user-info';
import { isClosed } from '../session/closed-account.ts';
import { en } from '../messages/en.ts';

export interface Banner {
  id: 'closed' | 'suspended' | 'pending-review';
  severity: 'info' | 'warning' | 'error';
  text: string;
}

type Banned = Parameters<typeof isClosed>[0] &
  Pick<UserInfo, 'role' | 'businessSuspended' | 'suspensionMode' | 'fundingSource'> & {
    userData: Pick<UserInfo['userData'], 'businessOperational'>;
  };

/** The banners over the pages of an account (specification section 4): who sees which words, worst first. */
export function bannersFor(person: Banned): Banner[] {
  const { banners } = en.shell;
  const closed = isClosed(person);
  const found: Banner[] = [];
  if (closed) found.push({ id: 'closed', severity: 'error', text: banners.accountClosed });
  if (person.businessSuspended) {
    const text =
      person.role === 'ADMIN' ? banners.suspended[person.suspensionMode ?? 'Default'] : banners.suspendedForCardholders;
    found.push({ id: 'suspended', severity: 'error', text });
  }
  if (!closed && !person.userData.businessOperational && !person.businessSuspended && person.fundingSource !== null) {
    const text = person.fundingSource === 'Credit' ? banners.pendingReviewCredit : banners.pendingReviewPrepaid;
    found.push({ id: 'pending-review', severity: 'info', text });
  }
  return found;
}
