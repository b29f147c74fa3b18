import { renameFactor } from '@florin/contract/access/factors';
import { FormShell } from '../../../kit/forms/FormShell.tsx';
import { Button } from '../../../kit/actions/Button.tsx';
import { TextField } from '../../../kit/forms/fields/TextField.tsx';
import { useContractForm } from '../../../kit/forms/use-contract-form.ts';
import { accountWords } from '../../../messages/en/access/account.ts';
import type { Submission } from '../../../session/failures/use-submission.ts';

const words = accountWords.factors;

interface NameFormProps {
  initial: string;
  /** What else happens, above the field. */
  note?: string | undefined;
  placeholder?: string;
  submission: Pick<Submission, 'pending' | 'message'>;
  submitLabel: string;
  pendingLabel: string;
  onSubmit: (name: string) => void;
  onCancel: () => void;
}

/** A factor's name, checked by the same schema as on the server. */
export function NameForm({
  initial,
  note,
  placeholder,
  submission,
  submitLabel,
  pendingLabel,
  onSubmit,
  onCancel,
}: NameFormProps) {
  const form = useContractForm(renameFactor.body, {
    defaultValues: { name: initial },
    words: { name: { missing: words.nameRequired } },
  });
  const send = form.handleSubmit(({ name }) => onSubmit(name));
  return (
    <FormShell
      error={submission.message}
      pending={submission.pending}
      submit={{ label: submitLabel, pending: pendingLabel }}
      onSubmit={() => send()}
      actions={<Button onClick={onCancel}>{words.cancel}</Button>}
    >
      {note !== undefined && <p>{note}</p>}
      <TextField
        label={words.name}
        hint={words.nameHint}
        placeholder={placeholder}
        autoComplete="off"
        {...form.field('name')}
      />
    </FormShell>
  );
}
