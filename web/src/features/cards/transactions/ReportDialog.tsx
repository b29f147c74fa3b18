import { freezeCard, freezeOwnCard } from '@florin/contract/cards/cards/acts';
import {
  reportMyTransaction,
  reportReasonsOf,
  reportTransaction,
  type ReportReason,
} from '@florin/contract/cards/transactions';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../../kit/actions/Button.tsx';
import { Notice } from '../../../kit/feedback/Notice.tsx';
import { Checkbox } from '../../../kit/forms/fields/Checkbox.tsx';
import { FormActions } from '../../../kit/forms/FormActions.tsx';
import { FormShell } from '../../../kit/forms/FormShell.tsx';
import { RadioCards } from '../../../kit/forms/fields/RadioCards.tsx';
import { TextAreaField } from '../../../kit/forms/fields/TextField.tsx';
import { useContractForm } from '../../../kit/forms/use-contract-form.ts';
import { Dialog } from '../../../kit/overlays/Dialog.tsx';
import { reportWords as words } from '../../../messages/en/cards/transaction-reports.ts';
import { paths } from '../../../paths.ts';
import { useSubmission } from '../../../session/failures/use-submission.ts';
import { KeptNotice } from '../../../session/kept-forms/KeptNotice.tsx';
import { useKeptForm } from '../../../session/kept-forms/use-kept-form.ts';
import { useReason } from '../../../session/PermittedButton.tsx';
import { refreshTransactions, reportKey, type Scope, type Transaction } from './queries.ts';

interface ReportDialogProps {
  scope: Scope;
  of: Transaction;
  /** What is most likely wrong, where that is known. */
  reason?: ReportReason | undefined;
  onClose: () => void;
}

interface SentReport {
  reference: string;
  /** Null where it was not asked for. */
  isFrozen: boolean | null;
}

/** Reports a problem with a purchase, and freezes its card if another person has used it. */
export default function ReportDialog({ scope, of, onClose, ...start }: ReportDialogProps) {
  const [sent, setSent] = useState<SentReport | null>(null);
  const close = () => {
    onClose();
    if (sent !== null) void refreshTransactions(scope, of.id);
  };
  return (
    <Dialog open title={sent === null ? words.title : words.sentTitle} onClose={close} holds>
      {sent === null ? (
        <Form scope={scope} of={of} {...start} onSent={setSent} onClose={close} />
      ) : (
        <Done scope={scope} of={of} sent={sent} onClose={close} />
      )}
    </Dialog>
  );
}

type FormProps = ReportDialogProps & { onSent: (sent: SentReport) => void };

function Form({ scope, of, reason: start, onSent, onClose }: FormProps) {
  const isOwn = scope === 'own';
  const reasons = reportReasonsOf(of.status);
  const freezing = useReason(isOwn ? 'own-cards.freeze' : 'cards.freeze');
  const [freezes, setFreezes] = useState(true);
  const form = useContractForm(reportMyTransaction.body, {
    // Nothing is said of anybody, and no card is frozen, before the person has chosen it.
    defaultValues: { reason: start ?? 'OTHER', text: '' },
    words: { text: { missing: words.textRequired, tooLong: words.textTooLong, characters: words.textCard } },
  });
  const kept = useKeptForm(reportKey(of.id), form);
  const reason = form.watch('reason');
  const { pending, message, say, submit } = useSubmission();
  const freezer = useSubmission();
  const mayFreeze = reason === 'NOT_MADE' && freezing === null;
  const freeze = async () => {
    const input = { params: { id: of.card.id }, body: { reason: null } };
    const answer = await freezer.submit(isOwn ? freezeOwnCard : freezeCard, input);
    return answer?.ok === true;
  };
  const send = form.handleSubmit(async (body) => {
    const input = { params: { id: of.id }, body };
    const answer = isOwn
      ? await submit(reportMyTransaction, input, form.refuse)
      : await submit(reportTransaction, input, form.refuse);
    if (answer?.ok)
      onSent({ reference: answer.body.reference, isFrozen: mayFreeze && freezes ? await freeze() : null });
    else if (answer?.code === 'STEP_NOT_POSSIBLE') {
      say({ severity: 'error', text: words.already, correlationId: null });
      await refreshTransactions(scope, of.id);
    }
  });
  const choices = Object.fromEntries(
    reasons.map((each) => [each, !isOwn && each === 'NOT_MADE' ? words.notMade : words.reasons[each]]),
  ) as Record<ReportReason, string>;
  return (
    <FormShell
      error={message}
      pending={pending || freezer.pending}
      submit={{ label: words.submit, pending: words.submitting }}
      onSubmit={() => send()}
      actions={<Button onClick={onClose}>{words.cancel}</Button>}
      head={<KeptNotice kept={kept} />}
    >
      <RadioCards
        legend={words.what}
        name="reason"
        choices={choices}
        value={reason}
        onChange={(next) => form.setValue('reason', next, { shouldDirty: true })}
      />
      {mayFreeze && (
        <Checkbox
          label={words.freeze(of.card.last4)}
          hint={words.freezeHint}
          checked={freezes}
          onChange={({ target }) => setFreezes(target.checked)}
        />
      )}
      <TextAreaField label={words.text} hint={words.textHint} rows={4} {...form.field('text')} />
    </FormShell>
  );
}

function Done({ scope, of, sent, onClose }: ReportDialogProps & { sent: SentReport }) {
  const isOwn = scope === 'own';
  return (
    <>
      <p>
        {words.sent[scope]} {words.reference(sent.reference)}
      </p>
      {sent.isFrozen !== null && (
        <Notice severity={sent.isFrozen ? 'success' : 'warning'}>
          {sent.isFrozen ? words.frozen : words.notFrozen}
        </Notice>
      )}
      <FormActions>
        {sent.isFrozen === false && (
          <Link to={isOwn ? paths.ownCard : paths.card} params={{ id: of.card.id }}>
            {words.openCard}
          </Link>
        )}
        <Button variant="primary" onClick={onClose}>
          {words.done}
        </Button>
      </FormActions>
    </>
  );
}
