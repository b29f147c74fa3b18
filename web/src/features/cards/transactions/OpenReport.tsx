import {
  closeTransactionReport,
  transaction,
  withdrawTransactionReport,
  type TransactionReport,
} from '@florin/contract/cards/transactions';
import { useState } from 'react';
import { longWhen } from '../../../flows/time/when.ts';
import { Button } from '../../../kit/actions/Button.tsx';
import { showSnackbar } from '../../../kit/feedback/snackbar-store.ts';
import { FormShell } from '../../../kit/forms/FormShell.tsx';
import { TextAreaField } from '../../../kit/forms/fields/TextField.tsx';
import { useContractForm } from '../../../kit/forms/use-contract-form.ts';
import { ConfirmDialog } from '../../../kit/overlays/ConfirmDialog.tsx';
import { Dialog } from '../../../kit/overlays/Dialog.tsx';
import { reportWords as words } from '../../../messages/en/cards/transaction-reports.ts';
import { KeptNotice } from '../../../session/kept-forms/KeptNotice.tsx';
import { useKeptForm, wasLeftOpen } from '../../../session/kept-forms/use-kept-form.ts';
import { PermittedButton } from '../../../session/PermittedButton.tsx';
import { usePerson } from '../../../session/person.ts';
import { useSubmission } from '../../../session/failures/use-submission.ts';
import { fetchOrThrow } from '../../../session/queries/query-client.ts';
import { refreshTransactions, type Scope } from './queries.ts';
import styles from './transactions.module.css';

interface OpenReportProps {
  scope: Scope;
  transactionId: string;
  report: TransactionReport;
}

/** A report that nobody has closed yet, and its end. */
export function OpenReport({ scope, transactionId, report }: OpenReportProps) {
  const { timeZone } = usePerson();
  const [isEnding, setEnding] = useState(() => wasLeftOpen(closeReportKey(report.id)));
  const { by, at, reason, text, reference, isOwn } = report;
  const Ending = scope === 'own' ? Withdraw : Close;
  return (
    <div className={styles.report}>
      <p>
        <b>{words.stands(by, longWhen(at, timeZone))}</b> {words.reasons[reason]}.
      </p>
      <p className={styles.note}>{text}</p>
      <p className={styles.mute}>{words.referenceOf(reference)}</p>
      {(scope === 'business' || isOwn) && (
        <div>
          <PermittedButton
            permission={scope === 'business' ? 'transactions.report' : 'my-transactions.report'}
            onClick={() => setEnding(true)}
          >
            {scope === 'business' ? words.close : words.withdraw}
          </PermittedButton>
        </div>
      )}
      {isEnding && <Ending transactionId={transactionId} report={report} onClose={() => setEnding(false)} />}
    </div>
  );
}

/** Names the form that closes a report (`useKeptForm`). */
const closeReportKey = (id: string): string => `close-report ${id}`;

interface EndingProps extends Omit<OpenReportProps, 'scope'> {
  onClose: () => void;
}

function Withdraw({ transactionId, report, onClose }: EndingProps) {
  const { pending, message, say, submit } = useSubmission();
  const [isOver, setOver] = useState(false);
  const close = () => {
    onClose();
    if (isOver) void refreshTransactions('own', transactionId);
  };
  const withdraw = async () => {
    const params = { id: transactionId, reportId: report.id };
    const answer = await submit(withdrawTransactionReport, { params, body: {} });
    if (answer && !answer.ok && answer.code === 'STEP_NOT_POSSIBLE') {
      setOver(true);
      say({ severity: 'warning', text: words.closedMeanwhile, correlationId: null });
    }
    if (!answer?.ok) return;
    showSnackbar({ severity: 'success', text: words.withdrawn });
    onClose();
    await refreshTransactions('own', transactionId);
  };
  return (
    <ConfirmDialog
      words={{
        title: words.withdrawTitle,
        text: words.withdrawText,
        submit: words.withdraw,
        submitting: words.withdrawing,
        cancel: words.cancel,
      }}
      variant="primary"
      pending={pending}
      message={message}
      onConfirm={() => void withdraw()}
      onClose={close}
    />
  );
}

function Close({ transactionId, report, onClose }: EndingProps) {
  const form = useContractForm(closeTransactionReport.body, {
    defaultValues: { answer: '' },
    words: { answer: { missing: words.answerRequired, tooLong: words.textTooLong, characters: words.textCard } },
  });
  const kept = useKeptForm(closeReportKey(report.id), form);
  const { pending, message, say, submit } = useSubmission();
  const [isOver, setOver] = useState(false);
  const leave = () => {
    onClose();
    if (isOver) void refreshTransactions('business', transactionId);
  };
  const close = form.handleSubmit(async (body) => {
    const params = { id: transactionId, reportId: report.id };
    const answer = await submit(closeTransactionReport, { params, body }, form.refuse);
    if (answer && !answer.ok && answer.code === 'STEP_NOT_POSSIBLE') {
      // Beside what the sheet shows, which would take the dialog and what was typed in it away.
      const { reports } = await fetchOrThrow(transaction, { params: { id: transactionId } });
      const first = reports.find(({ id }) => id === report.id)?.closed;
      setOver(true);
      say({ severity: 'warning', text: words.closedBy(first?.by ?? '', first?.answer ?? null), correlationId: null });
    }
    if (!answer?.ok) return;
    showSnackbar({ severity: 'success', text: words.closed });
    onClose();
    await refreshTransactions('business', transactionId);
  });
  return (
    <Dialog open title={words.closeTitle} onClose={leave} holds>
      <FormShell
        error={message}
        pending={pending}
        submit={isOver ? null : { label: words.close, pending: words.closing }}
        onSubmit={() => close()}
        actions={<Button onClick={leave}>{words.cancel}</Button>}
        head={<KeptNotice kept={kept} />}
      >
        {!report.isOwn && <p>{words.closeLead(report.by)}</p>}
        <TextAreaField label={words.answer} hint={words.textHint} rows={3} {...form.field('answer')} />
      </FormShell>
    </Dialog>
  );
}
