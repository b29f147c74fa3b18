import type { Contact } from '@florin/contract/contacts';
import { useEffect, useRef } from 'react';
import { Button } from '../../kit/actions/Button.tsx';
import { CodeField } from '../../kit/forms/CodeField.tsx';
import { FormMessage } from '../../kit/forms/FormMessage.tsx';
import { contactsWords } from '../../messages/en/contacts.ts';
import { ResendButton } from '../ResendButton.tsx';
import { useFocusOn } from '../../kit/forms/use-focus-on.ts';
import { addressOf } from './address-of.ts';
import type { Awaiting } from './awaiting.ts';
import styles from './contacts.module.css';
import { useContactCode } from './use-contact-code.ts';

const words = contactsWords.code;

interface ContactCodeFormProps {
  awaiting: Awaiting;
  onConfirmed: (contact: Contact) => void;
  backLabel: string;
  onBack: () => void;
}

/** Entry of the secure access code that was sent to a new address (specification, section 8). */
export function ContactCodeForm({ awaiting, onConfirmed, backLabel, onBack }: ContactCodeFormProps) {
  const { contact } = awaiting;
  const code = useContactCode(awaiting, onConfirmed);
  const field = useRef<HTMLInputElement>(null);
  useFocusOn(field);
  const { message, fieldError } = code;
  useEffect(() => {
    if (fieldError === null && (message === null || message.severity === 'success')) return;
    field.current?.focus();
    field.current?.select();
  }, [message, fieldError]);

  const address = addressOf(contact);
  const sent = contact.kind === 'Email' ? words.sentByEmail(address) : words.sentByText(address);
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        code.check();
      }}
    >
      <p role="status" className={styles.where}>
        {code.isSent ? sent : words.notSent(address)}
      </p>
      <CodeField
        ref={field}
        label={words.label}
        hint={words.hint}
        error={fieldError}
        describedBy={message === null ? undefined : 'contact-code-message'}
        value={code.digits}
        onChange={code.type}
      />
      <FormMessage id="contact-code-message" message={message} />
      <div className={styles.row}>
        <ResendButton availableAt={code.resendAt} pending={code.isSending} onPress={code.resend} />
        <div className={styles.actions}>
          <Button onClick={onBack}>{backLabel}</Button>
          <Button type="submit" variant="primary" pending={code.isChecking} pendingLabel={words.checking}>
            {words.submit}
          </Button>
        </div>
      </div>
    </form>
  );
}
