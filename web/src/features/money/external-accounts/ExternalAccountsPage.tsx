import type { ExternalAccount } from '@florin/contract/money/external-accounts';
import { useQuery } from '@tanstack/react-query';
import { Landmark } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Dialog } from '../../../kit/overlays/Dialog.tsx';
import { EmptyState } from '../../../kit/feedback/EmptyState.tsx';
import { Failure } from '../../../kit/feedback/Failure.tsx';
import { WidePage } from '../../../kit/layout/Page.tsx';
import { Table } from '../../../kit/lists/table/Table.tsx';
import { Panel } from '../../../kit/layout/Panel.tsx';
import { Skeleton } from '../../../kit/feedback/Skeleton.tsx';
import { pageTitles } from '../../../messages/en/shell/pages.ts';
import { paths } from '../../../paths.ts';
import { externalAccountsWords as words } from '../../../messages/en/money/external-accounts.ts';
import { plaidDocument } from '../../../session/browser/plaid-document.ts';
import { externalAccountsQuery, openBankingQuery } from '../../../session/queries/business-queries.ts';
import { errorMessage } from '../../../session/failures/error-message.ts';
import { PermittedButton } from '../../../session/PermittedButton.tsx';
import { usePerson } from '../../../session/person.ts';
import { SettingsHead } from '../../../flows/settings/SettingsHead.tsx';
import { StepUpProvider } from '../../../flows/step-up/StepUpProvider.tsx';
import { accountColumns, accountName, bankMark } from './account-columns.tsx';
import { AddAccountForm } from './AddAccountForm.tsx';
import { pendingLink } from './connect/pending-link.ts';
import styles from './external-accounts.module.css';

// Loaded once a bank is to be connected.
const ConnectBank = lazy(() => import('./connect/ConnectBank.tsx').then((module) => ({ default: module.ConnectBank })));

/**
 * /business-settings/external-accounts: the bank accounts of the business. One is added or reconnected by signing in to the
 * bank or by two micro-deposits.
 */
export function ExternalAccountsPage() {
  const { businessName } = usePerson();
  const accounts = useQuery(externalAccountsQuery());
  // Undefined until it is known: a form that is typed into must not be replaced. Deposits work without it.
  const { data, isError } = useQuery(openBankingQuery());
  const openBanking = isError ? (data ?? null) : data;
  // A visit of a bank that goes on in this document.
  const [resumed, setResumed] = useState(() => (plaidDocument() ? pendingLink.read() : null));
  // The dialog's purpose: another account, or one whose connection was lost.
  const [opened, setOpened] = useState<'new' | ExternalAccount | null>(null);
  const lost =
    opened === 'new' ? null : (opened ?? accounts.data?.find(({ id }) => id === resumed?.reconnects) ?? null);
  const [columns] = useState(() => accountColumns(setOpened));
  const isOpen = opened !== null || (resumed !== null && openBanking != null);
  const close = () => {
    setOpened(null);
    setResumed(null);
    // Plaid's script stays in no document that goes on.
    if (plaidDocument()) window.location.assign(paths.externalAccounts);
  };
  return (
    <StepUpProvider>
      <WidePage>
        <SettingsHead
          title={pageTitles.externalAccounts}
          intro={words.intro(businessName)}
          action={
            <PermittedButton permission="external-accounts.connect" variant="primary" onClick={() => setOpened('new')}>
              {words.add}
            </PermittedButton>
          }
        />
        <Panel title={words.list} padded={false}>
          {accounts.isError && !accounts.data ? (
            <div className={styles.failure}>
              <Failure
                {...errorMessage(accounts.error, words.loadFailed)}
                onRetry={() => void accounts.refetch()}
                retrying={accounts.isFetching}
              />
            </div>
          ) : (
            <Table
              inPanel
              label={words.list}
              rows={accounts.data ?? []}
              columns={columns}
              rowId={({ id }) => id}
              rowName={accountName}
              mark={bankMark}
              density="roomy"
              loading={accounts.isPending}
              expected={2}
              keys={false}
              empty={<EmptyState icon={Landmark}>{words.none}</EmptyState>}
            />
          )}
        </Panel>
      </WidePage>
      <Dialog
        open={isOpen}
        holds
        title={lost ? words.addDialog.reconnect(lost.bankName) : words.addDialog.title}
        onClose={close}
      >
        {openBanking === undefined ? (
          <Skeleton shape="block" />
        ) : openBanking === null ? (
          <AddAccountForm lost={lost} isOnlyWay onDone={close} />
        ) : (
          <Suspense fallback={<Skeleton shape="block" />}>
            <ConnectBank provider={openBanking} lost={lost} resumed={resumed} onDone={close} />
          </Suspense>
        )}
      </Dialog>
    </StepUpProvider>
  );
}
