import type { Contact } from '@florin/contract/contacts';
import { useEffect, useRef } from 'react';
import { Button } from '../../../kit/actions/Button.tsx';
import { FormActions } from '../../../kit/forms/FormActions.tsx';
import { FormMessage } from '../../../kit/forms/FormMessage.tsx';
import { contactsWords } from '../../../messages/en/contacts.ts';
import { addressOf } from '../../../flows/contacts/address.ts';
import type { Awaiting } from '../../../flows/contacts/awaiting.ts';
import { useSendContactCode } from '../../../flows/contacts/use-send-contact-code.ts';
import styles from './FastPhoneVerificationPage.module.css';

interface UnconfirmedPhoneProps {
  contact: Contact;
  onSent: (awaiting: Awaiting) => void;
  onOther: () => void;
}

/** The phone that is known and not confirmed: one press sends its code. */
export function UnconfirmedPhone({ contact, onSent, onOther }: UnconfirmedPhoneProps) {
  const words = contactsWords.verifyPhone;
  const { pending, message, send } = useSendContactCode(onSent);
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (message !== null) alert.current?.focus();
  }, [message]);
  return (
    <div className={styles.step}>
      <p>{words.unconfirmed(addressOf(contact))}</p>
      <FormMessage ref={alert} message={message} />
      <FormActions>
        <Button onClick={onOther}>{words.otherNumber}</Button>
        <Button variant="primary" pending={pending} pendingLabel={words.sending} onClick={() => send(contact)}>
          {words.send}
        </Button>
      </FormActions>
    </div>
  );
}
