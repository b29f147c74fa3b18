import { isEligible, type EligibilityFacts } from '@florin/contract/eligibility';
import type { BusinessStatus, UserInfo } from '@florin/contract/program/user-info';

type LinkedUser = UserInfo['linkedUsers'][number];
type Statuses = Pick<LinkedUser, 'isUserAccountOpen' | 'businessStatus'>;

/** The current account's facts from the user info; each is optional, because a page may have fewer. */
interface CurrentAccount extends Partial<Pick<UserInfo, 'userId' | 'businessSuspended' | 'businessOpen'>> {
  userData: Pick<UserInfo['userData'], 'accountStatus'> & Partial<Pick<UserInfo['userData'], 'businessOperational'>>;
  linkedUsers?: readonly (Statuses & Pick<LinkedUser, 'userId'>)[];
}

/** The facts about a linked account, for contract/src/eligibility.ts. */
export const factsOfLinked = ({ isUserAccountOpen, businessStatus }: Statuses): EligibilityFacts => ({
  membership: { status: isUserAccountOpen ? 'OPEN' : 'CLOSED' },
  business: { status: businessStatus },
});

/** The facts about the current account, for contract/src/eligibility.ts. */
export const factsOf = (info: CurrentAccount): EligibilityFacts => ({
  membership: { status: info.userData.accountStatus },
  business: { status: businessStatusOf(info), operational: info.userData.businessOperational },
});

function businessStatusOf({ userId, linkedUsers, businessSuspended, businessOpen }: CurrentAccount): BusinessStatus {
  const current = linkedUsers?.find((linked) => linked.userId === userId);
  if (current) return current.businessStatus;
  if (businessSuspended) return 'SUSPENDED';
  return businessOpen ? 'OPEN' : 'PENDING_REVIEW';
}

/** Whether the current account is closed, by itself or with its business. */
export const isClosed = (info: CurrentAccount): boolean => !isEligible('membership.enter', factsOf(info));

/**
 * The account to move to if the current one is closed: the first linked one whose business and user account are open
 * (specification section 4). Null if the current one is open, or all are closed.
 */
export function openAccountInsteadOf(info: CurrentAccount): string | null {
  if (!isClosed(info)) return null;
  const other = info.linkedUsers?.find(
    (linked) => linked.userId !== info.userId && isEligible('membership.replace-closed', factsOfLinked(linked)),
  );
  return other?.userId ?? null;
}
