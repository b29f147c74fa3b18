import type { LinkedAccount } from '@florin/contract/access/linked-accounts';
import type { ReactNode } from 'react';
import { StatusTag } from '../../kit/feedback/StatusTag.tsx';
import { ItemRow } from '../../kit/lists/ItemRow.tsx';
import { Money } from '../../kit/text/Money.tsx';
import { moneyText } from '../../kit/text/money-parts.ts';
import { shellWords } from '../../messages/en/shell/shell.ts';
import { accountLabel, holderOf } from '../../session/account/account-label.ts';
import { AccountMark } from './BusinessMark.tsx';

const words = shellWords.account;

interface AccountItemProps {
  account: LinkedAccount;
  /** In the switcher, which marks the current account by itself. */
  compact?: boolean;
  /** See `ItemRow`. */
  action?: ReactNode;
}

/** One linked account in a list: business, holder or 'Administrator', its label, and its balance. */
export function AccountItem({ account, compact = false, action }: AccountItemProps) {
  const holder = holderOf(account);
  const label = accountLabel(account);
  const isMarked = account.isCurrent && !compact;
  return (
    <ItemRow
      compact={compact}
      mark={<AccountMark account={account} />}
      name={account.businessName}
      title={account.businessName}
      line={holder?.name ?? words.administrator}
      lineEnd={holder ? <span>{words.cardEnding(holder.last4)}</span> : undefined}
      tags={
        isMarked || label ? (
          <>
            {isMarked && <StatusTag tone="ok">{words.current}</StatusTag>}
            {label && <StatusTag tone={label.tone}>{label.text}</StatusTag>}
          </>
        ) : undefined
      }
      value={<Money value={account.accountBalance} />}
      action={action}
    />
  );
}

/** The account's owner, as announced. */
export function spokenHolder(account: LinkedAccount): string {
  const holder = holderOf(account);
  return holder ? `${holder.name}, ${words.cardEndingSpoken(holder.last4)}` : words.administrator;
}

/** The item as one sentence. */
export const spokenAccount = (account: LinkedAccount): string =>
  [account.businessName, spokenHolder(account), moneyText(account.accountBalance), accountLabel(account)?.text]
    .filter(Boolean)
    .join(', ');
