import { addEmail, type Contact } from '@florin/contract/access/contacts';
import type { ReactNode } from 'react';
import { FormShell } from '../../kit/forms/FormShell.tsx';
import { TextField } from '../../kit/forms/fields/TextField.tsx';
import { useContractForm } from '../../kit/forms/use-contract-form.ts';
import { contactsWords } from '../../messages/en/access/contacts.ts';
import { useProvenSubmission } from '../step-up/StepUpProvider.tsx';
import { keepContact, refreshContacts } from './queries.ts';

const words = contactsWords.emailForm;

interface EmailFormProps {
  /** The address is saved as unconfirmed, and its code has been requested. */
  onSent: (contact: Contact) => void;
  /** Buttons beside the main one. */
  children?: ReactNode;
}

/** A new email address. Sending it sends the code. */
export function EmailForm({ onSent, children }: EmailFormProps) {
  const { pending, message, submit } = useProvenSubmission();
  const form = useContractForm(addEmail.body, {
    defaultValues: { email: '' },
    words: { email: { missing: words.emailRequired, format: words.emailFormat } },
  });
  const send = form.handleSubmit(async (body) => {
    const answer = await submit(addEmail, { body }, form.refuse);
    if (answer?.ok) {
      keepContact(answer.body);
      onSent(answer.body);
    }
    // The address may have been saved although its code could not be sent.
    else if (answer && answer.code !== 'VALIDATION') void refreshContacts();
  });
  return (
    <FormShell
      error={message}
      pending={pending}
      submit={{ label: words.submit, pending: words.sending }}
      onSubmit={() => send()}
      actions={children}
    >
      <TextField
        label={words.email}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('email')}
      />
    </FormShell>
  );
}
