import type { addNoteToMyRequest, addNoteToRequest } from '@florin/contract/money/requests';
import { cardRequest } from '@florin/contract/limits';
import * as v from 'valibot';
import { showSnackbar } from '../../kit/feedback/snackbar-store.ts';
import { FormShell } from '../../kit/forms/FormShell.tsx';
import { TextField } from '../../kit/forms/fields/TextField.tsx';
import { useContractForm } from '../../kit/forms/use-contract-form.ts';
import { requestWords } from '../../messages/en/money/requests.ts';
import { useSubmission } from '../../session/failures/use-submission.ts';
import { KeptNotice } from '../../session/kept-forms/KeptNotice.tsx';
import { useKeptForm } from '../../session/kept-forms/use-kept-form.ts';
import { refreshRequests } from './queries.ts';
import { useContentKey } from './use-content-key.ts';

const words = requestWords.note;
const Schema = v.object({
  note: v.pipe(v.string('type'), v.trim(), v.nonEmpty('missing'), v.maxLength(cardRequest.noteMaxLength, 'tooLong')),
});

interface NoteFormProps {
  id: string;
  label: string;
  endpoint: typeof addNoteToMyRequest | typeof addNoteToRequest;
}

/** A note to the other side of a pending request. */
export function NoteForm({ id, label, endpoint }: NoteFormProps) {
  const form = useContractForm(Schema, {
    defaultValues: { note: '' },
    words: { note: { missing: words.required } },
    mode: 'onSubmit',
  });
  const { pending, message, submit } = useSubmission();
  const kept = useKeptForm(`request-note ${id}`, form);
  const keyFor = useContentKey(`request-note ${id}`);
  const send = form.handleSubmit(async ({ note }) => {
    const body = { note, idempotencyKey: keyFor([id, note]) };
    const answer = await submit(endpoint, { params: { id }, body }, form.refuse);
    if (answer?.ok) {
      form.reset();
      showSnackbar({ severity: 'success', text: words.sent });
    }
    // The request was decided in the meantime, and shows by whom.
    if (answer !== null) await refreshRequests();
  });
  return (
    <FormShell
      error={message}
      pending={pending}
      submit={{ label: words.send, pending: words.sending, variant: 'secondary' }}
      onSubmit={() => send()}
      head={<KeptNotice kept={kept} />}
    >
      <TextField label={label} autoComplete="off" {...form.field('note')} />
    </FormShell>
  );
}
