import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Failure } from '../../../kit/feedback/Failure.tsx';
import { ItemRow } from '../../../kit/lists/ItemRow.tsx';
import { Panel } from '../../../kit/layout/Panel.tsx';
import { Skeleton } from '../../../kit/feedback/Skeleton.tsx';
import { shellWords } from '../../../messages/en/shell/shell.ts';
import { dashboardWords } from '../../../messages/en/program/dashboard.ts';
import { paths } from '../../../paths.ts';
import { isSelectable } from '../../../session/account/account-label.ts';
import { errorMessage } from '../../../session/failures/error-message.ts';
import { linkedAccountsQuery } from '../../../session/queries/queries.ts';
import { AccountItem } from '../../../shell/sidebar/AccountItem.tsx';
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
          <li key={account.userId} aria-current={account.isCurrent || undefined}>
            <AccountItem account={account} />
          </li>
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

function Loading() {
  return (
    <Panel title={words.linkedAccounts} padded={false}>
      <ul aria-busy="true">
        {[1, 2, 3].map((row) => (
          <li key={row}>
            <ItemRow
              mark={<Skeleton shape="circle" />}
              name={<Skeleton shape="long" />}
              line={<Skeleton />}
              value={<Skeleton shape="short" />}
            />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
