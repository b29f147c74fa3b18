import type { UserInfo } from '@florin/contract/user-info';

type Linked = Pick<UserInfo, 'userId'> & {
  userData: Pick<UserInfo['userData'], 'accountStatus'>;
  linkedUsers: readonly Pick<UserInfo['linkedUsers'][number], 'userId' | 'isUserAccountOpen' | 'businessStatus'>[];
};

/** Whether the current account is closed, by itself or with its business. */
export function isClosed({ userId, userData, linkedUsers }: Linked): boolean {
  const business = linkedUsers.find((linked) => linked.userId === userId)?.businessStatus;
  return userData.accountStatus === 'CLOSED' || business === 'CLOSED';
}

/**
 * The account to move to when the current one is closed: the first linked one whose business and user account are open
 * (specification section 4). Null where the current one is not closed, or all are.
 */
export function openAccountInsteadOf(info: Linked): string | null {
  if (!isClosed(info)) return null;
  const other = info.linkedUsers.find(
    (linked) => linked.userId !== info.userId && linked.isUserAccountOpen && linked.businessStatus === 'OPEN',
  );
  return other?.userId ?? null;
}
