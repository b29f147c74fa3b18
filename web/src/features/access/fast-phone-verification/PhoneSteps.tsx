import type { Contact } from '@florin/contract/access/contacts';
import { Link } from '@tanstack/react-router';
import { useRef, useState, useEffect } from 'react';
import { Button, buttonClass } from '../../../kit/actions/Button.tsx';
import { classNames } from '../../../kit/class-names.ts';
import { contactsWords } from '../../../messages/en/access/contacts.ts';
import { paths } from '../../../paths.ts';
import { addressOf } from '../../../flows/contacts/address.ts';
import { justSent, sentCodeOf, type Awaiting } from '../../../flows/contacts/awaiting.ts';
import { ContactCodeForm } from '../../../flows/contacts/ContactCodeForm.tsx';
import { PhoneForm } from '../../../flows/contacts/PhoneForm.tsx';
import { useFocusOn } from '../../../kit/forms/use-focus-on.ts';
import styles from './FastPhoneVerificationPage.module.css';
import { FormActions } from '../../../kit/forms/FormActions.tsx';
import { FormMessage } from '../../../kit/forms/FormMessage.tsx';
import { useSendContactCode } from '../../../flows/contacts/use-send-contact-code.ts';

type Step = { at: 'known' } | { at: 'new' } | ({ at: 'code' } & Awaiting) | { at: 'done'; contact: Contact };

interface PhoneStepsProps {
  unconfirmed: Contact | null;
  /** When the server sent it, in milliseconds since 1970. */
  knownAt: number;
}

/** The unconfirmed phone, or a new one; its code, even one sent before the page was loaded; done. */
export function PhoneSteps({ unconfirmed, knownAt }: PhoneStepsProps) {
  const [step, setStep] = useState<Step>(() => {
    const sent = unconfirmed && sentCodeOf(unconfirmed, knownAt);
    return sent ? { at: 'code', ...sent } : { at: 'known' };
  });
  const toCode = (awaiting: Awaiting) => setStep({ at: 'code', ...awaiting });
  if (step.at === 'done') return <Done contact={step.contact} />;
  if (step.at === 'code')
    return (
      <div className={styles.step}>
        <h2>{contactsWords.code.heading}</h2>
        <ContactCodeForm
          awaiting={step}
          onConfirmed={(contact) => setStep({ at: 'done', contact })}
          backLabel={contactsWords.code.back}
          onBack={() => setStep({ at: 'known' })}
        />
      </div>
    );
  if (step.at === 'known' && unconfirmed !== null)
    return <UnconfirmedPhone contact={unconfirmed} onSent={toCode} onOther={() => setStep({ at: 'new' })} />;
  return (
    <PhoneForm onSent={(contact) => toCode(justSent(contact))}>
      {unconfirmed !== null && <Button onClick={() => setStep({ at: 'known' })}>{contactsWords.code.back}</Button>}
    </PhoneForm>
  );
}

function Done({ contact }: { contact: Contact }) {
  const words = contactsWords.verifyPhone;
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusOn(heading);
  return (
    <div className={classNames(styles.step, styles.done)}>
      <h2 ref={heading} tabIndex={-1}>
        {words.done}
      </h2>
      <p>{words.doneText(addressOf(contact))}</p>
      <Link to={paths.dashboard} className={buttonClass({ variant: 'primary' })}>
        {words.toDashboard}
      </Link>
    </div>
  );
}

interface UnconfirmedPhoneProps {
  contact: Contact;
  onSent: (awaiting: Awaiting) => void;
  onOther: () => void;
}

/** The known, unconfirmed phone: one press sends its code. */
function UnconfirmedPhone({ contact, onSent, onOther }: UnconfirmedPhoneProps) {
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
