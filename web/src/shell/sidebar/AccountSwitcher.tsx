import type { LinkedAccount } from '@florin/contract/access/linked-accounts';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronsUpDown } from 'lucide-react';
import { classNames } from '../../kit/class-names.ts';
import { Icon } from '../../kit/text/Icon.tsx';
import { Skeleton } from '../../kit/feedback/Skeleton.tsx';
import { PickerButton } from '../../kit/overlays/menus/PickerButton.tsx';
import { shellWords } from '../../messages/en/shell/shell.ts';
import { paths } from '../../paths.ts';
import { balanceQuery, linkedAccountsQuery } from '../../session/queries/queries.ts';
import { useIsRestricted } from '../../session/person.ts';
import { isSelectable } from '../../session/account/account-label.ts';
import { AccountItem, spokenAccount } from './AccountItem.tsx';
import { BusinessMark } from './BusinessMark.tsx';
import { CurrentAccount } from './CurrentAccount.tsx';
import { SidebarRetry } from './SidebarRetry.tsx';
import styles from './AccountSwitcher.module.css';

interface AccountSwitcherProps {
  onSwitch: (userId: string) => void;
  /** Only the initials, for the folded sidebar. */
  compact?: boolean;
}

/**
 * The current account's name and balance, and a list of the linked accounts. If one of the two is missing, the other is
 * shown, with a retry and no message (specification section 8).
 */
export function AccountSwitcher({ onSwitch, compact = false }: AccountSwitcherProps) {
  const restricted = useIsRestricted();
  const accounts = useQuery({ ...linkedAccountsQuery(), enabled: !restricted });
  const balance = useQuery({ ...balanceQuery(), enabled: !restricted });
  const failed = [accounts, balance].filter(({ isError, data }) => isError && !data);
  const isBroken = !restricted && failed.length > 0;
  return (
    <div className={classNames(isBroken && styles.unloaded, compact && styles.compact)}>
      <Card onSwitch={onSwitch} compact={compact} accounts={accounts} />
      {isBroken && (
        <SidebarRetry
          title={shellWords.account.loadFailed}
          compact={compact}
          retrying={failed.some(({ isFetching }) => isFetching)}
          onRetry={() => failed.forEach((query) => void query.refetch())}
        />
      )}
    </div>
  );
}

interface CardProps extends Required<AccountSwitcherProps> {
  accounts: Pick<UseQueryResult<LinkedAccount[]>, 'data' | 'isLoading'>;
}

function Card({ onSwitch, compact, accounts }: CardProps) {
  const cardClass = classNames(styles.card, compact && styles.compact);
  const current = compact ? <BusinessMark /> : <CurrentAccount />;
  if (accounts.isLoading) {
    return (
      <div className={cardClass} aria-busy="true">
        {current}
        {/* The place of the list's icon, so that the text beside it does not move. */}
        {!compact && (
          <span className={classNames(styles.chevrons, styles.waiting)}>
            <Skeleton shape="block" />
          </span>
        )}
      </div>
    );
  }
  const list = accounts.data ?? [];
  if (list.length < 2) return <div className={cardClass}>{current}</div>;
  return (
    <PickerButton
      label={shellWords.account.switch}
      className={cardClass}
      listLabel={shellWords.account.accounts}
      options={list.map((account) => ({
        id: account.userId,
        text: spokenAccount(account),
        content: <AccountItem account={account} compact />,
        disabled: !isSelectable(account),
      }))}
      selectedId={list.find(({ isCurrent }) => isCurrent)?.userId}
      onSelect={onSwitch}
      renderFooter={(close) => (
        <Link to={paths.linkedAccounts} className={styles.viewAll} onClick={close}>
          {shellWords.account.viewAll}
        </Link>
      )}
    >
      {current}
      {!compact && <Icon of={ChevronsUpDown} size={16} className={styles.chevrons} />}
    </PickerButton>
  );
}
