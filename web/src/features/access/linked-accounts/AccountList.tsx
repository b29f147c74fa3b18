import type { LinkedAccount } from '@florin/contract/access/linked-accounts';
import { LongList, type RowPosition } from '../../../kit/lists/LongList.tsx';
import { AccountRow } from './AccountRow.tsx';

const row = (account: LinkedAccount, position: RowPosition) => (
  <AccountRow account={account} isOnly={false} {...position} />
);
const onlyRow = (account: LinkedAccount, position: RowPosition) => (
  <AccountRow account={account} isOnly {...position} />
);
const idOf = (account: LinkedAccount) => account.userId;

/** Linked accounts, even a thousand of them. */
export const AccountList = ({ accounts }: { accounts: readonly LinkedAccount[] }) => (
  <LongList items={accounts} itemId={idOf} row={accounts.length === 1 ? onlyRow : row} estimatedHeight={72} />
);
