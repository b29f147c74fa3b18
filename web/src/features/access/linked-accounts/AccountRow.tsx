import type { LinkedAccount } from '@florin/contract/access/linked-accounts';
import { memo } from 'react';
import { Button } from '../../../kit/actions/Button.tsx';
import type { RowPosition } from '../../../kit/lists/LongList.tsx';
import { accountsWords } from '../../../messages/en/access/accounts.ts';
import { isSelectable } from '../../../session/account/account-label.ts';
import { AccountItem, spokenHolder } from '../../../shell/sidebar/AccountItem.tsx';
import { useSwitchTo } from '../../../shell/sidebar/account-switch-context.ts';

const words = accountsWords.row;

interface AccountRowProps extends RowPosition {
  account: LinkedAccount;
  /** It is the only account of its list, which has no column of buttons. */
  isOnly: boolean;
}

/** One linked account with its balance; an open one that is not the current one can be switched to. */
export const AccountRow = memo(function AccountRow({ account, isOnly, ...position }: AccountRowProps) {
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
