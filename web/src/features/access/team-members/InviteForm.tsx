import { createInvite } from '@florin/contract/invites';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../kit/actions/Button.tsx';
import { FormActions } from '../../../kit/forms/FormActions.tsx';
import { FormMessage } from '../../../kit/forms/FormMessage.tsx';
import { SelectField } from '../../../kit/pickers/SelectField.tsx';
import { showSnackbar } from '../../../kit/feedback/snackbar-store.ts';
import { TextField } from '../../../kit/forms/TextField.tsx';
import { useContractForm } from '../../../kit/forms/use-contract-form.ts';
import { en } from '../../../messages/en.ts';
import { teamWords } from '../../../messages/en/team-members.ts';
import { describeFailure } from '../../../session/failure.ts';
import { useProvenCall } from '../../../flows/step-up/StepUpProvider.tsx';
import styles from './InviteForm.module.css';
import { teamQuery } from './queries.ts';

const words = teamWords.inviteDialog;
const roles = (['CARDHOLDER', 'ADMIN'] as const).map((id) => ({ id, label: teamWords.roles[id] }));
const sentences = {
  email: { missing: words.emailRequired, format: words.emailFormat, tooLong: words.emailTooLong },
  firstName: { missing: words.firstNameRequired },
  lastName: { missing: words.lastNameRequired },
};

interface Told {
  text: string;
  correlationId: string | null;
}

/** Whom to invite, and as what. */
export function InviteForm({ onDone }: { onDone: () => void }) {
  const client = useQueryClient();
  // To invite an administrator takes a fresh proof.
  const call = useProvenCall();
  const [told, setTold] = useState<Told | null>(null);
  const message = useRef<HTMLDivElement>(null);
  const form = useContractForm(createInvite.body, {
    defaultValues: { email: '', firstName: '', middleName: '', lastName: '', role: 'CARDHOLDER' },
    words: sentences,
  });
  useEffect(() => {
    if (told !== null) message.current?.focus();
  }, [told]);
  const { isSubmitting } = form.formState;
  const send = form.handleSubmit(async (body) => {
    setTold(null);
    try {
      const answer = await call(createInvite, { body });
      if (answer === null) return;
      if (answer.ok) {
        showSnackbar({ severity: 'success', text: words.sent(answer.body.email) });
        onDone();
        await client.invalidateQueries({ queryKey: teamQuery().queryKey });
      } else if (answer.code === 'VALIDATION') form.refuse(answer.body.Fields);
      else setTold({ text: en.errors[answer.code], correlationId: null });
    } catch (error) {
      setTold(describeFailure(error, teamWords.actFailed));
    }
  });
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSubmitting) void send();
      }}
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
      <FormMessage ref={message} message={told && { severity: 'error', ...told }} />
      <FormActions>
        <Button onClick={onDone}>{teamWords.cancel}</Button>
        <Button type="submit" variant="primary" pending={isSubmitting} pendingLabel={words.submitting}>
          {words.submit}
        </Button>
      </FormActions>
    </form>
  );
}
