import { validateExternalAccount, type ExternalAccount } from '@florin/contract/money/external-accounts';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { Landmark } from 'lucide-react';
import { useState } from 'react';
import { buttonClass } from '../../../kit/actions/Button.tsx';
import { EmptyState } from '../../../kit/feedback/EmptyState.tsx';
import { Failure } from '../../../kit/feedback/Failure.tsx';
import { FormActions } from '../../../kit/forms/FormActions.tsx';
import { PageHead, WidePage } from '../../../kit/layout/Page.tsx';
import { Panel } from '../../../kit/layout/Panel.tsx';
import { Skeleton } from '../../../kit/feedback/Skeleton.tsx';
import { StatusTag } from '../../../kit/feedback/StatusTag.tsx';
import { pageTitles } from '../../../messages/en/shell/pages.ts';
import { externalAccountsWords } from '../../../messages/en/money/external-accounts.ts';
import { paths } from '../../../paths.ts';
import { externalAccountsQuery } from '../../../session/queries/business-queries.ts';
import { errorMessage } from '../../../session/failures/error-message.ts';
import { queryClient } from '../../../session/queries/query-client.ts';
import { useSubmission } from '../../../session/failures/use-submission.ts';
import { AmountsForm } from './AmountsForm.tsx';
import styles from './external-accounts.module.css';
import { Outcome } from './Outcome.tsx';

const words = externalAccountsWords.amounts;

/**
 * /business-settings/external-accounts/validate-external-account: the amounts of the two micro-deposits. Navigation
 * state names the account (specification section 2); without it, the first one that awaits validation.
 */
export function ValidatePage() {
  const carried = useLocation({ select: ({ state }) => state.primaryBank?.id });
  const accounts = useQuery(externalAccountsQuery());
  // The account of the page stays, whatever its new state.
  const [chosen, setChosen] = useState<string | null>(carried ?? null);
  const account =
    accounts.data?.find(({ id }) => id === chosen) ??
    accounts.data?.find(({ status }) => status === 'AWAITINGMINIDEPOSIT');
  if (account && account.id !== chosen) setChosen(account.id);

  return (
    <WidePage>
      <PageHead title={pageTitles.validateExternalAccount} />
      <Panel className={styles.narrow}>
        {account ? (
          <Validation account={account} />
        ) : accounts.isError ? (
          <Failure
            {...errorMessage(accounts.error, externalAccountsWords.loadFailed)}
            onRetry={() => void accounts.refetch()}
            retrying={accounts.isFetching}
          />
        ) : accounts.data ? (
          <EmptyState icon={Landmark} action={<BackToAccounts />}>
            {words.nothing}
          </EmptyState>
        ) : (
          <div aria-busy="true" className={styles.form}>
            <Skeleton shape="long" />
            <Skeleton shape="block" />
          </div>
        )}
      </Panel>
    </WidePage>
  );
}

const BackToAccounts = ({ label = words.toAccounts }: { label?: string }) => (
  <Link to={paths.externalAccounts} className={buttonClass()}>
    {label}
  </Link>
);

function Validation({ account }: { account: ExternalAccount }) {
  const { pending, message, say, submit } = useSubmission();
  const { id, bankName, accountLast4, status, validation } = account;
  const attempt = async (amounts: [number, number]) => {
    const answer = await submit(validateExternalAccount, { params: { id }, body: { amounts } });
    if (answer === null) return;
    if (!answer.ok && answer.code === 'DEPOSIT_AMOUNTS_WRONG')
      say({ severity: 'error', text: words.wrong(answer.body.TriesLeft), correlationId: null });
    // The account, the banners about it and the checklist have all changed.
    await queryClient.invalidateQueries();
  };
  if (status !== 'AWAITINGMINIDEPOSIT')
    return (
      <Outcome isDone={status === 'ACTIVE'} bankName={bankName} last4={accountLast4}>
        <FormActions>
          {status !== 'ACTIVE' && (
            <Link to={paths.contactUs} className={buttonClass()}>
              {pageTitles.contactUs}
            </Link>
          )}
          <BackToAccounts />
        </FormActions>
      </Outcome>
    );
  return (
    <div className={styles.form}>
      <p className={styles.text}>{words.intro(bankName, accountLast4)}</p>
      {validation?.depositsSent === false && <p className={styles.text}>{words.notSent}</p>}
      <StatusTag tone="warn">{words.triesLeft(validation?.triesLeft ?? 0)}</StatusTag>
      <AmountsForm pending={pending} message={message} onTry={attempt}>
        <BackToAccounts label={words.cancel} />
      </AmountsForm>
    </div>
  );
}
