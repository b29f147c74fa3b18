import type { ExternalAccount } from '@florin/contract/external-accounts';
import { useQuery } from '@tanstack/react-query';
import { Landmark } from 'lucide-react';
import { useState } from 'react';
import { Dialog } from '../../../kit/overlays/Dialog.tsx';
import { EmptyState } from '../../../kit/feedback/EmptyState.tsx';
import { Failure } from '../../../kit/feedback/Failure.tsx';
import { PageHead, WidePage } from '../../../kit/layout/Page.tsx';
import { Panel } from '../../../kit/layout/Panel.tsx';
import { Skeleton } from '../../../kit/feedback/Skeleton.tsx';
import { en } from '../../../messages/en.ts';
import { externalAccountsWords as words } from '../../../messages/en/external-accounts.ts';
import { externalAccountsQuery } from '../../../session/queries/business-queries.ts';
import { errorMessage } from '../../../session/failures/error-message.ts';
import { PermittedButton } from '../../../session/PermittedButton.tsx';
import { usePerson } from '../../../session/person.ts';
import { StepUpProvider } from '../../../flows/step-up/StepUpProvider.tsx';
import { AccountItem } from './AccountItem.tsx';
import { AddAccountForm } from './AddAccountForm.tsx';
import styles from './external-accounts.module.css';

/** /business-settings/external-accounts: the bank accounts of the business, and adding one by two micro-deposits. */
export function ExternalAccountsPage() {
  const { businessName } = usePerson();
  const accounts = useQuery(externalAccountsQuery());
  // The form's purpose: another account, or one whose connection was lost.
  const [opened, setOpened] = useState<'new' | ExternalAccount | null>(null);
  const close = () => setOpened(null);
  const lost = opened === 'new' ? null : opened;
  return (
    <StepUpProvider>
      <WidePage>
        <PageHead
          title={en.pages.externalAccounts}
          intro={words.intro(businessName)}
          action={
            <PermittedButton permission="external-accounts.connect" variant="primary" onClick={() => setOpened('new')}>
              {words.add}
            </PermittedButton>
          }
        />
        <Panel title={words.list} padded={false}>
          {accounts.data?.length === 0 && <EmptyState icon={Landmark}>{words.none}</EmptyState>}
          {accounts.data && accounts.data.length > 0 && (
            <ul>
              {accounts.data.map((account) => (
                <AccountItem key={account.id} account={account} onReconnect={() => setOpened(account)} />
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
                {...errorMessage(accounts.error, words.loadFailed)}
                onRetry={() => void accounts.refetch()}
                retrying={accounts.isFetching}
              />
            </div>
          )}
        </Panel>
      </WidePage>
      <Dialog
        open={opened !== null}
        holds
        title={lost ? words.addDialog.reconnect(lost.bankName) : words.addDialog.title}
        onClose={close}
      >
        <AddAccountForm lost={lost} onDone={close} />
      </Dialog>
    </StepUpProvider>
  );
}
