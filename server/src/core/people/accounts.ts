import { isEligible, type MembershipStatus } from '@florin/contract/eligibility';
import type { BusinessStatus } from '@florin/contract/program/user-info';

/** The statuses of a membership and its business. */
export interface AccountState {
  status: MembershipStatus;
  businessStatus: BusinessStatus;
}

/** Whether a person can be switched to a membership (sections 2 and 4). */
export const isReachable = ({ status, businessStatus }: AccountState): boolean =>
  isEligible('membership.enter', { membership: { status }, business: { status: businessStatus } });
