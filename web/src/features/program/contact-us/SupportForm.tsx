import { SupportMessage, sendSupportMessage } from '@florin/contract/program/support';
import { useEffect } from 'react';
import { FormShell } from '../../../kit/forms/FormShell.tsx';
import { TextAreaField, TextField } from '../../../kit/forms/fields/TextField.tsx';
import { useContractForm } from '../../../kit/forms/use-contract-form.ts';
import { supportWords } from '../../../messages/en/program/support.ts';
import { currentEpoch } from '../../../session/browser-session.ts';
import { queryClient } from '../../../session/queries/query-client.ts';
import { useSubmission } from '../../../session/failures/use-submission.ts';
import { KeptNotice } from '../../../session/kept-forms/KeptNotice.tsx';
import { useKeptForm } from '../../../session/kept-forms/use-kept-form.ts';
import { useContacts } from '../../../flows/contacts/queries.ts';
import styles from './ContactUsPage.module.css';

const words = supportWords.form;
const empty = { email: '', subject: '', message: '' };
/** The typed text, in memory only: it is cleared with the session. */
const draftKey = () => [currentEpoch(), 'support-draft'];

/** A message to support. The text stays until it has been sent, even while the account loads around it. */
export function SupportForm({ onSent }: { onSent: (sent: { reference: string; email: string }) => void }) {
  const known = useContacts().data?.find(({ kind, verified }) => kind === 'Email' && verified)?.address;
  const { pending, message, say, submit } = useSubmission();
  const form = useContractForm(SupportMessage, {
    defaultValues: empty,
    words: {
      email: { missing: words.emailRequired, format: words.emailFormat, tooLong: words.emailTooLong },
      subject: { missing: words.subjectRequired, tooLong: words.subjectTooLong, characters: words.cardNumber },
      message: { missing: words.messageRequired, tooLong: words.messageTooLong, characters: words.cardNumber },
    },
  });
  const kept = useKeptForm('support', form);
  const { reset, resetField, getFieldState, getValues, subscribe } = form;
  useEffect(() => {
    const draft = queryClient.getQueryData<typeof empty>(draftKey());
    if (draft) reset(draft, { keepDefaultValues: true });
  }, [reset]);
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => void queryClient.setQueryData(draftKey(), { ...values }),
      }),
    [subscribe],
  );
  useEffect(() => {
    // The address is known and filled in.
    if (known !== undefined && getValues('email') === '' && !getFieldState('email').isDirty)
      resetField('email', { defaultValue: known });
  }, [known, resetField, getFieldState, getValues]);

  const send = form.handleSubmit(async (body) => {
    const answer = await submit(sendSupportMessage, { body });
    if (answer?.ok) {
      form.reset(empty);
      onSent({ reference: answer.body.reference, email: body.email });
    } else if (answer?.code === 'VALIDATION') {
      say(null);
      form.refuse(answer.body.Fields);
    }
  });
  return (
    <FormShell
      error={message}
      pending={pending}
      submit={{ label: words.submit, pending: words.submitting }}
      onSubmit={() => send()}
      head={<KeptNotice kept={kept} />}
    >
      <p className={styles.text}>{words.intro}</p>
      <TextField type="email" label={words.email} autoComplete="email" {...form.field('email')} />
      <TextField label={words.subject} autoComplete="off" {...form.field('subject')} />
      <TextAreaField label={words.message} hint={words.messageHint} rows={6} {...form.field('message')} />
    </FormShell>
  );
}
