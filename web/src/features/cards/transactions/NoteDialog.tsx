import { transactionNote } from '@florin/contract/limits';
import { noteTransactions, type TransactionLine } from '@florin/contract/cards/transactions';
import * as v from 'valibot';
import { Button } from '../../../kit/actions/Button.tsx';
import { showSnackbar } from '../../../kit/feedback/snackbar-store.ts';
import { FormShell } from '../../../kit/forms/FormShell.tsx';
import { TextAreaField } from '../../../kit/forms/fields/TextField.tsx';
import { useContractForm } from '../../../kit/forms/use-contract-form.ts';
import { Dialog } from '../../../kit/overlays/Dialog.tsx';
import { transactionWords } from '../../../messages/en/cards/transactions.ts';
import { useSubmission } from '../../../session/failures/use-submission.ts';
import { idOf, refreshAllTransactions } from './queries.ts';

const words = transactionWords.bulkNote;
const Schema = v.object({
  note: v.pipe(v.string('type'), v.trim(), v.nonEmpty('missing'), v.maxLength(transactionNote.maxLength, 'tooLong')),
});

/** Writes one note on many transactions, and says how many have one that it replaces. */
export default function NoteDialog({ of, onClose }: { of: readonly TransactionLine[]; onClose: () => void }) {
  const form = useContractForm(Schema, {
    defaultValues: { note: '' },
    words: { note: { missing: words.missing } },
    mode: 'onSubmit',
  });
  const { pending, message, submit } = useSubmission();
  const replaced = of.filter(({ note }) => note !== null).length;
  const send = form.handleSubmit(async ({ note }) => {
    const answer = await submit(noteTransactions, { body: { ids: of.map(idOf), note } }, form.refuse);
    if (!answer?.ok) return;
    showSnackbar({ severity: 'success', text: words.saved(of.length) });
    onClose();
    await refreshAllTransactions();
  });
  return (
    <Dialog open title={words.title(of.length)} onClose={onClose} holds>
      <FormShell
        error={message}
        pending={pending}
        submit={{ label: words.save, pending: transactionWords.sheet.savingNote }}
        onSubmit={() => send()}
        actions={<Button onClick={onClose}>{transactionWords.sheet.cancel}</Button>}
      >
        {replaced > 0 && <p>{words.replaces(replaced)}</p>}
        <TextAreaField
          label={transactionWords.sheet.note}
          hint={transactionWords.sheet.noteHint}
          rows={3}
          {...form.field('note')}
        />
      </FormShell>
    </Dialog>
  );
}
