import { transactionNote } from '@florin/contract/limits';
import { noteTransactions, type TransactionLine } from '@florin/contract/cards/transactions';
import { useState } from 'react';
import * as v from 'valibot';
import { Button } from '../../../kit/actions/Button.tsx';
import { showSnackbar } from '../../../kit/feedback/snackbar-store.ts';
import { FormShell } from '../../../kit/forms/FormShell.tsx';
import { TextAreaField } from '../../../kit/forms/fields/TextField.tsx';
import { useContractForm } from '../../../kit/forms/use-contract-form.ts';
import { Dialog } from '../../../kit/overlays/Dialog.tsx';
import { noteManyWords } from '../../../messages/en/cards/note-many.ts';
import { sheetWords } from '../../../messages/en/cards/transaction-sheet.ts';
import { useSubmission } from '../../../session/failures/use-submission.ts';
import { KeptNotice } from '../../../session/kept-forms/KeptNotice.tsx';
import { useKeptForm } from '../../../session/kept-forms/use-kept-form.ts';
import { idOf, latestOf, refreshAllTransactions } from './queries.ts';

const words = noteManyWords;
const Schema = v.object({
  note: v.pipe(v.string('type'), v.trim(), v.nonEmpty('missing'), v.maxLength(transactionNote.maxLength, 'tooLong')),
});

/** A selected transaction with its note; it may have been selected before the session ended. */
export type NotedLine = Pick<TransactionLine, 'id' | 'note'>;

/** Writes one note on many transactions, and says how many have one that it replaces. */
export default function NoteDialog({ of, onClose }: { of: readonly NotedLine[]; onClose: () => void }) {
  const form = useContractForm(Schema, {
    defaultValues: { note: '' },
    words: { note: { missing: words.missing } },
    mode: 'onSubmit',
  });
  const { pending, message, say, submit } = useSubmission();
  // The notes that were read: another's change is shown before it is replaced.
  const [read, setRead] = useState(() => notesOf(of));
  const replaced = Object.keys(read).length;
  // With the notes that were read, so that the server finds what others have written meanwhile.
  const kept = useKeptForm(`notes ${JSON.stringify(of.map(({ id }) => ({ id, note: read[id] ?? null })))}`, form);
  const send = form.handleSubmit(async ({ note }) => {
    const answer = await submit(noteTransactions, { body: { ids: of.map(idOf), note, replaces: read } }, form.refuse);
    if (answer && !answer.ok && answer.code === 'VERSION_CONFLICT') {
      const now = notesOf(await latestOf(of));
      setRead(now);
      const changed = Object.keys(now).filter((id) => now[id] !== read[id]);
      say({ severity: 'warning', text: words.changed(changed.map((id) => now[id]!)), correlationId: null });
    }
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
        submit={{ label: words.save, pending: sheetWords.savingNote }}
        onSubmit={() => send()}
        actions={<Button onClick={onClose}>{sheetWords.cancel}</Button>}
        head={<KeptNotice kept={kept} />}
      >
        {replaced > 0 && <p>{words.replaces(replaced)}</p>}
        <TextAreaField label={sheetWords.note} hint={sheetWords.noteHint} rows={3} {...form.field('note')} />
      </FormShell>
    </Dialog>
  );
}

/** The notes of transactions that have one, by id. */
const notesOf = (of: readonly NotedLine[]): Record<string, string> =>
  Object.fromEntries(of.flatMap(({ id, note }) => (note === null ? [] : [[id, note]])));
