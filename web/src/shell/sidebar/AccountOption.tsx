import type { LinkedAccount } from '@florin/contract/linked-accounts';
import { Money } from '../../kit/text/Money.tsx';
import { moneyText } from '../../kit/text/money-parts.ts';
import { StatusTag } from '../../kit/feedback/StatusTag.tsx';
import { classNames } from '../../kit/class-names.ts';
import { shellWords } from '../../messages/en/shell.ts';
import { accountLabel, holderOf } from '../../session/account/account-label.ts';
import { AccountMark } from './BusinessMark.tsx';
import styles from './AccountOption.module.css';

/** One linked account in the switcher: business, holder or 'Administrator', balance, and its label. */
export function AccountOption({ account }: { account: LinkedAccount }) {
  const holder = holderOf(account);
  const label = accountLabel(account);
  return (
    <span className={styles.option}>
      <AccountMark account={account} />
      <span className={styles.words}>
        <span className={styles.name}>{account.businessName}</span>
        {holder ? (
          <span className={classNames(styles.line, styles.holder)}>
            <span>{holder.name}</span>{' '}
            <span className={styles.digits}>{shellWords.account.cardEnding(holder.last4)}</span>
          </span>
        ) : (
          <span>
            <StatusTag tone="neutral">{shellWords.account.administrator}</StatusTag>
          </span>
        )}
      </span>
      <span className={styles.end}>
        <Money value={account.accountBalance} />
        {label && <StatusTag tone={label.tone}>{label.text}</StatusTag>}
      </span>
    </span>
  );
}

/** The same as one sentence. */
export function spokenAccount(account: LinkedAccount): string {
  const holder = holderOf(account);
  const { administrator, cardEndingSpoken } = shellWords.account;
  return [
    account.businessName,
    holder ? `${holder.name}, ${cardEndingSpoken(holder.last4)}` : administrator,
    moneyText(account.accountBalance),
    accountLabel(account)?.text,
  ]
    .filter(Boolean)
    .join(', ');
}
