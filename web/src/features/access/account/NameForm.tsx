import { renameFactor } from '@florin/contract/factors';
import { Button } from '../../../kit/actions/Button.tsx';
import { FormActions } from '../../../kit/forms/FormActions.tsx';
import { FormMessage } from '../../../kit/forms/FormMessage.tsx';
import { TextField } from '../../../kit/forms/TextField.tsx';
import { useContractForm } from '../../../kit/forms/use-contract-form.ts';
import { accountWords } from '../../../messages/en/account.ts';
import type { Submission } from '../../../session/use-submission.ts';
import styles from './account.module.css';

const words = accountWords.factors;

interface NameFormProps {
  initial: string;
  placeholder?: string;
  submission: Pick<Submission, 'pending' | 'message'>;
  submitLabel: string;
  pendingLabel: string;
  onSubmit: (name: string) => void;
  onCancel: () => void;
}

/** What a factor is called, by the schema that the server checks it with. */
export function NameForm({
  initial,
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
    <form noValidate className={styles.form} onSubmit={(event) => void send(event)}>
      <TextField
        label={words.name}
        hint={words.nameHint}
        placeholder={placeholder}
        autoComplete="off"
        {...form.field('name')}
      />
      <FormMessage message={submission.message} />
      <FormActions>
        <Button onClick={onCancel}>{words.cancel}</Button>
        <Button type="submit" variant="primary" pending={submission.pending} pendingLabel={pendingLabel}>
          {submitLabel}
        </Button>
      </FormActions>
    </form>
  );
}
