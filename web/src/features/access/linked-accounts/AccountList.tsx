import type { LinkedAccount } from '@florin/contract/linked-accounts';
import { LongList, type RowPosition } from '../../../kit/lists/LongList.tsx';
import { AccountRow } from './AccountRow.tsx';

const row = (account: LinkedAccount, position: RowPosition) => <AccountRow account={account} {...position} />;
const idOf = (account: LinkedAccount) => account.userId;

/** Linked accounts, even a thousand of them. */
export const AccountList = ({ accounts }: { accounts: readonly LinkedAccount[] }) => (
  <LongList items={accounts} itemId={idOf} row={row} estimatedHeight={72} />
);
