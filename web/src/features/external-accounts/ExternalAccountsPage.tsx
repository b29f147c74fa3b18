import { useQuery } from '@tanstack/react-query';
import { Landmark } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { Failure } from '../../kit/Failure.tsx';
import { Panel } from '../../kit/Panel.tsx';
import { Skeleton } from '../../kit/Skeleton.tsx';
import { en } from '../../messages/en.ts';
import { externalAccountsWords as words } from '../../messages/en/external-accounts.ts';
import { describeFailure } from '../../session/failure.ts';
import { usePerson } from '../../session/person.ts';
import { StepUpProvider } from '../step-up/StepUpProvider.tsx';
import { AccountItem } from './AccountItem.tsx';
import { AddAccountForm } from './AddAccountForm.tsx';
import styles from './external-accounts.module.css';
import { externalAccountsQuery } from './queries.ts';

/** /business-settings/external-accounts: the bank accounts of the business, and a further one by two small deposits. */
export function ExternalAccountsPage() {
  const { businessName } = usePerson();
  const accounts = useQuery(externalAccountsQuery());
  const [isAdding, setAdding] = useState(false);
  return (
    <StepUpProvider>
      <div className={styles.page}>
        <div className={styles.head}>
          <div className={styles.title}>
            <h1>{en.pages.externalAccounts}</h1>
            <p className={styles.text}>{words.intro(businessName)}</p>
          </div>
          <Button variant="primary" onClick={() => setAdding(true)}>
            {words.add}
          </Button>
        </div>
        <Panel title={words.list} padded={false}>
          {accounts.data?.length === 0 && <EmptyState icon={Landmark}>{words.none}</EmptyState>}
          {accounts.data && accounts.data.length > 0 && (
            <ul>
              {accounts.data.map((account) => (
                <AccountItem key={account.id} account={account} />
              ))}
            </ul>
          )}
          {accounts.isPending && (
            <div aria-busy="true" className={styles.row}>
              <Skeleton shape="block" />
            </div>
          )}
          {accounts.isError && !accounts.data && (
            <div className={styles.row}>
              <Failure
                {...describeFailure(accounts.error, words.loadFailed)}
                onRetry={() => void accounts.refetch()}
                retrying={accounts.isFetching}
              />
            </div>
          )}
        </Panel>
      </div>
      <Dialog open={isAdding} holds title={words.addDialog.title} onClose={() => setAdding(false)}>
        <AddAccountForm onDone={() => setAdding(false)} />
      </Dialog>
    </StepUpProvider>
  );
}
