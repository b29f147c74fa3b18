import type { ReportReason } from '@florin/contract/cards/transactions';
import { lazy, Suspense, useState } from 'react';
import { reportWords as words } from '../../../messages/en/cards/transaction-reports.ts';
import { PermittedButton } from '../../../session/PermittedButton.tsx';
import { wasLeftOpen } from '../../../session/kept-forms/use-kept-form.ts';
import { reportKey, type Scope, type Transaction } from './queries.ts';
import styles from './transactions.module.css';

// Loaded when a report is opened.
const ReportDialog = lazy(() => import('./ReportDialog.tsx'));

interface ReportButtonProps {
  scope: Scope;
  of: Transaction;
  /** Fixes a decline that only an administrator can do something about. */
  reason?: ReportReason;
}

/** Opens the report of a problem, unless one is open. */
export function ReportButton({ scope, of, reason }: ReportButtonProps) {
  const [isOpen, setOpen] = useState(() => wasLeftOpen(reportKey(of.id)));
  // What has just been sent stays to be read.
  if (of.reports.some(({ closed }) => closed === null) && !isOpen)
    return <p className={styles.mute}>{words.isReported}</p>;
  return (
    <>
      <PermittedButton
        permission={scope === 'business' ? 'transactions.report' : 'my-transactions.report'}
        variant={reason === undefined ? 'quiet' : 'primary'}
        onClick={() => setOpen(true)}
      >
        {reason === undefined ? words.open : words.reportIt}
      </PermittedButton>
      {isOpen && (
        <Suspense>
          <ReportDialog scope={scope} of={of} reason={reason} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
