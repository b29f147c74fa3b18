import type { Method } from '@florin/contract/endpoint';
import type { BusinessStatus } from '@florin/contract/user-info';

export interface AccountState {
  status: 'OPEN' | 'CLOSED';
  businessStatus: BusinessStatus;
}

/** What has become of an account: whoever has nothing but closed ones is still signed in, and told so (section 4). */
export type AccountStatus = 'OPEN' | 'BUSINESS_CLOSED' | 'CLOSED';

/**
 * Whether an account may still use what belongs to its role. A closed account has no role any more. In a closed business
 * an open account may look and changes nothing.
 */
export const mayUseRole = (accountStatus: AccountStatus, method: Method): boolean =>
  accountStatus === 'OPEN' || (accountStatus === 'BUSINESS_CLOSED' && method === 'GET');

/** An account that a person can be switched to (sections 2 and 4): open, in a business that is not closed. */
export const isReachable = ({ status, businessStatus }: AccountState): boolean =>
  status === 'OPEN' && businessStatus !== 'CLOSED';
