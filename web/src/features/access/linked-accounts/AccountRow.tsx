import type { LinkedAccount } from '@florin/contract/linked-accounts';
import { memo } from 'react';
import { Button } from '../../../kit/actions/Button.tsx';
import { classNames } from '../../../kit/class-names.ts';
import type { RowPosition } from '../../../kit/lists/LongList.tsx';
import { Money } from '../../../kit/text/Money.tsx';
import { StatusTag } from '../../../kit/feedback/StatusTag.tsx';
import { shellWords } from '../../../messages/en/shell.ts';
import { accountsWords } from '../../../messages/en/accounts.ts';
import { accountLabel, holderOf, isSelectable } from '../../../session/account/account-label.ts';
import { AccountMark } from '../../../shell/sidebar/BusinessMark.tsx';
import { useSwitchTo } from '../../../shell/sidebar/account-switch-context.ts';
import styles from './AccountRow.module.css';

const words = accountsWords.row;

/** One linked account with its balance; an open one that is not the current one can be switched to. */
export const AccountRow = memo(function AccountRow({ account, ...position }: { account: LinkedAccount } & RowPosition) {
  const switchTo = useSwitchTo();
  const holder = holderOf(account);
  const label = accountLabel(account);
  const who = holder
    ? `${holder.name}, ${shellWords.account.cardEndingSpoken(holder.last4)}`
    : shellWords.account.administrator;
  return (
    <li className={styles.row} aria-current={account.isCurrent || undefined} {...position}>
      <AccountMark account={account} />
      <div className={styles.words}>
        <p className={styles.name}>{account.businessName}</p>
        {holder ? (
          <p className={classNames(styles.line, styles.holder)}>
            <span>{holder.name}</span>{' '}
            <span className={styles.digits}>{shellWords.account.cardEnding(holder.last4)}</span>
          </p>
        ) : (
          <p className={styles.line}>{shellWords.account.administrator}</p>
        )}
      </div>
      <div className={styles.tags}>
        {account.isCurrent && <StatusTag tone="ok">{words.current}</StatusTag>}
        {label && <StatusTag tone={label.tone}>{label.text}</StatusTag>}
      </div>
      <p className={styles.balance}>
        <Money value={account.accountBalance} />
      </p>
      <div className={styles.end}>
        {!account.isCurrent && (
          <Button
            unavailable={!isSelectable(account)}
            title={isSelectable(account) ? undefined : words.cannotSwitch}
            aria-label={words.switchTo(`${account.businessName}, ${who}`)}
            onClick={() => switchTo(account.userId)}
          >
            {words.switch}
          </Button>
        )}
      </div>
    </li>
  );
});
