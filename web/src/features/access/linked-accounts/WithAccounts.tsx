import type { LinkedAccount } from '@florin/contract/access/linked-accounts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Failure } from '../../../kit/feedback/Failure.tsx';
import { Skeleton } from '../../../kit/feedback/Skeleton.tsx';
import { ItemRow } from '../../../kit/lists/ItemRow.tsx';
import { accountsWords } from '../../../messages/en/access/accounts.ts';
import { errorMessage } from '../../../session/failures/error-message.ts';
import { linkedAccountsQuery } from '../../../session/queries/queries.ts';

/** Loads the linked accounts and passes them on; a skeleton while loading, a retry after a failure. */
export function WithAccounts({ children }: { children: (accounts: readonly LinkedAccount[]) => ReactNode }) {
  const accounts = useQuery(linkedAccountsQuery());
  if (accounts.data) return children(accounts.data);
  if (accounts.isError)
    return (
      <Failure
        {...errorMessage(accounts.error, accountsWords.failed)}
        onRetry={() => void accounts.refetch()}
        retrying={accounts.isFetching}
      />
    );
  return (
    <ul aria-busy="true">
      {[1, 2, 3].map((row) => (
        <li key={row}>
          <ItemRow mark={<Skeleton shape="circle" />} name={<Skeleton shape="long" />} line={<Skeleton />} />
        </li>
      ))}
    </ul>
  );
}
