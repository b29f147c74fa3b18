import type { LinkedAccount } from '@florin/contract/access/linked-accounts';
import { LongList, type RowPosition } from '../../../kit/lists/LongList.tsx';
import { memo } from 'react';
import { Button } from '../../../kit/actions/Button.tsx';
import { accountsWords } from '../../../messages/en/access/accounts.ts';
import { isSelectable } from '../../../session/account/account-label.ts';
import { AccountItem, spokenHolder } from '../../../shell/sidebar/AccountItem.tsx';
import { useSwitchTo } from '../../../shell/sidebar/account-switch-context.ts';

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

const words = accountsWords.row;

interface AccountRowProps extends RowPosition {
  account: LinkedAccount;
  /** It is the only account of its list, which has no column of buttons. */
  isOnly: boolean;
}

/** One linked account with its balance; an open one that is not the current one can be switched to. */
const AccountRow = memo(function AccountRow({ account, isOnly, ...position }: AccountRowProps) {
  const switchTo = useSwitchTo();
  const action = account.isCurrent ? (
    isOnly ? undefined : null
  ) : (
    <Button
      unavailable={!isSelectable(account)}
      title={isSelectable(account) ? undefined : words.cannotSwitch}
      aria-label={words.switchTo(`${account.businessName}, ${spokenHolder(account)}`)}
      onClick={() => switchTo(account.userId)}
    >
      {words.switch}
    </Button>
  );
  return (
    <li aria-current={account.isCurrent || undefined} {...position}>
      <AccountItem account={account} action={action} />
    </li>
  );
});
