import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { LinkedAccount } from '@florin/contract/linked-accounts';
import { Failure } from '../../../kit/feedback/Failure.tsx';
import { Money } from '../../../kit/text/Money.tsx';
import { Panel } from '../../../kit/layout/Panel.tsx';
import { Skeleton } from '../../../kit/feedback/Skeleton.tsx';
import { StatusTag } from '../../../kit/feedback/StatusTag.tsx';
import { shellWords } from '../../../messages/en/shell.ts';
import { dashboardWords } from '../../../messages/en/dashboard.ts';
import { paths } from '../../../paths.ts';
import { accountLabel, holderOf, isSelectable } from '../../../session/account/account-label.ts';
import { errorMessage } from '../../../session/failures/error-message.ts';
import { linkedAccountsQuery } from '../../../session/queries/queries.ts';
import { AccountMark } from '../../../shell/sidebar/BusinessMark.tsx';
import styles from './LinkedAccounts.module.css';

const words = dashboardWords;
const shownAtMost = 5;

/** The accounts of the person, the current one first. */
export function LinkedAccounts() {
  const accounts = useQuery(linkedAccountsQuery());
  if (accounts.isPending) return <Loading />;
  if (accounts.isError && !accounts.data)
    return (
      <Panel title={words.linkedAccounts}>
        <Failure
          {...errorMessage(accounts.error, words.accountsFailed)}
          onRetry={() => void accounts.refetch()}
          retrying={accounts.isFetching}
        />
      </Panel>
    );
  const all = accounts.data;
  const open = all.filter(isSelectable).length;
  return (
    <Panel
      title={words.linkedAccounts}
      padded={false}
      actions={
        <span className={styles.count}>{all.length < 2 ? words.onlyAccount : words.linkedCount(open, all.length)}</span>
      }
    >
      <ul>
        {all.slice(0, shownAtMost).map((account) => (
          <Row key={account.userId} account={account} />
        ))}
      </ul>
      {all.length > 1 && (
        <p className={styles.foot}>
          <Link to={paths.linkedAccounts}>{shellWords.account.viewAll}</Link>
          {all.length > shownAtMost && <span>{words.more(all.length - shownAtMost)}</span>}
        </p>
      )}
    </Panel>
  );
}

function Row({ account }: { account: LinkedAccount }) {
  const holder = holderOf(account);
  const label = accountLabel(account);
  return (
    <li className={styles.row} aria-current={account.isCurrent || undefined}>
      <AccountMark account={account} />
      <div className={styles.words}>
        <p className={styles.name}>{account.businessName}</p>
        <p className={styles.line}>
          {holder ? (
            <span className={styles.holder}>
              <span>{holder.name}</span>{' '}
              <span className={styles.digits}>{shellWords.account.cardEnding(holder.last4)}</span>
            </span>
          ) : (
            shellWords.account.administrator
          )}
        </p>
      </div>
      <div className={styles.tags}>
        {account.isCurrent && <StatusTag tone="ok">{words.current}</StatusTag>}
        {label && <StatusTag tone={label.tone}>{label.text}</StatusTag>}
      </div>
      <p className={styles.balance}>
        <Money value={account.accountBalance} />
      </p>
    </li>
  );
}

function Loading() {
  return (
    <Panel title={words.linkedAccounts} padded={false}>
      <ul aria-busy="true">
        {[1, 2, 3].map((row) => (
          <li key={row} className={styles.row}>
            <Skeleton shape="circle" />
            <div className={styles.words}>
              <p>
                <Skeleton shape="long" />
              </p>
              <p className={styles.line}>
                <Skeleton />
              </p>
            </div>
            <p className={styles.balance}>
              <Skeleton shape="short" />
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
