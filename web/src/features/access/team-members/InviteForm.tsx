import { createInvite } from '@florin/contract/invites';
import { useQueryClient } from '@tanstack/react-query';
import { FormShell } from '../../../kit/forms/FormShell.tsx';
import { Button } from '../../../kit/actions/Button.tsx';
import { SelectField } from '../../../kit/pickers/SelectField.tsx';
import { showSnackbar } from '../../../kit/feedback/snackbar-store.ts';
import { TextField } from '../../../kit/forms/TextField.tsx';
import { useContractForm } from '../../../kit/forms/use-contract-form.ts';
import { teamWords } from '../../../messages/en/team-members.ts';
import { useProvenSubmission } from '../../../flows/step-up/StepUpProvider.tsx';
import styles from './InviteForm.module.css';
import { teamQuery } from './queries.ts';

const words = teamWords.inviteDialog;
const roles = (['CARDHOLDER', 'ADMIN'] as const).map((id) => ({ id, label: teamWords.roles[id] }));
const sentences = {
  email: { missing: words.emailRequired, format: words.emailFormat, tooLong: words.emailTooLong },
  firstName: { missing: words.firstNameRequired },
  lastName: { missing: words.lastNameRequired },
};

/** The person to invite, and their role. */
export function InviteForm({ onDone }: { onDone: () => void }) {
  const client = useQueryClient();
  // Inviting an administrator requires a fresh proof.
  const { pending, message, submit } = useProvenSubmission();
  const form = useContractForm(createInvite.body, {
    defaultValues: { email: '', firstName: '', middleName: '', lastName: '', role: 'CARDHOLDER' },
    words: sentences,
  });
  const send = form.handleSubmit(async (body) => {
    const answer = await submit(createInvite, { body }, form.refuse);
    if (!answer?.ok) return;
    showSnackbar({ severity: 'success', text: words.sent(answer.body.email) });
    onDone();
    await client.invalidateQueries({ queryKey: teamQuery().queryKey });
  });
  return (
    <FormShell
      error={message}
      pending={pending}
      submit={{ label: words.submit, pending: words.submitting }}
      onSubmit={() => send()}
      actions={<Button onClick={onDone}>{teamWords.cancel}</Button>}
    >
      <p>{words.intro}</p>
      <TextField type="email" label={words.email} autoComplete="off" {...form.field('email')} />
      <div className={styles.names}>
        <TextField label={words.firstName} autoComplete="off" {...form.field('firstName')} />
        <TextField
          label={words.middleName}
          aside={<span className={styles.optional}>{words.optional}</span>}
          autoComplete="off"
          {...form.field('middleName')}
        />
      </div>
      <TextField label={words.lastName} autoComplete="off" {...form.field('lastName')} />
      <SelectField label={words.role} options={roles} {...form.field('role')} />
    </FormShell>
  );
}
