import { confirmContact, sendContactCode, type Contact } from '@florin/contract/access/contacts';
import { useEffect } from 'react';
import { call } from '../../api.ts';
import { Button } from '../../kit/actions/Button.tsx';
import { contactsWords } from '../../messages/en/access/contacts.ts';
import { codeWords } from '../../messages/en/access/one-time-code.ts';
import { CodeStep } from '../CodeStep.tsx';
import { flowMessage } from '../flow-message.ts';
import { outcome, useFlow, type Performers } from '../use-flow.ts';
import { addressOf } from './address.ts';
import type { Awaiting } from './awaiting.ts';
import { beginContactCode, contactCode, type ContactCodeCalls, type ContactCodeState } from './contact-code.ts';
import styles from './contacts.module.css';
import { keepContact } from './queries.ts';

const words = contactsWords.code;
const calls: Performers<ContactCodeCalls> = {
  confirm: async ({ id, code }) =>
    outcome(await call(confirmContact, { params: { id }, body: { code } }), ({ body }) => ({
      kind: 'confirmed',
      contact: body,
    })),
  resend: async ({ id }) =>
    outcome(await call(sendContactCode, { params: { id } }), ({ body: { resendInSeconds } }) => ({
      kind: 'sent',
      resendInSeconds,
    })),
};

interface ContactCodeFormProps {
  awaiting: Awaiting;
  onConfirmed: (contact: Contact) => void;
  backLabel: string;
  onBack: () => void;
}

/** Entry of the secure access code that was sent to a new address. */
export function ContactCodeForm({ awaiting, onConfirmed, backLabel, onBack }: ContactCodeFormProps) {
  const { state, dispatch, message, isBusy } = useFlow({
    flow: contactCode,
    begin: () => beginContactCode(awaiting),
    calls,
    words: flowMessage,
  });
  const { view, request, end } = state;
  useEffect(() => {
    if (end === null) return;
    keepContact(end.contact);
    onConfirmed(end.contact);
    // The contact is confirmed once.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [end]);
  return (
    <CodeStep
      layout="panel"
      code={view}
      field={codeWords.accessCode}
      message={view.message}
      error={message}
      pending={request?.call === 'resend' ? 'sending' : isBusy ? 'checking' : null}
      onCode={(code) => dispatch({ type: 'codeEntered', code })}
      onResend={(now) => dispatch({ type: 'resendAsked', now })}
      submit={{ label: words.submit, pending: codeWords.checking }}
      head={
        <p role="status" className={styles.where}>
          {whereItIs(view)}
        </p>
      }
      actions={<Button onClick={onBack}>{backLabel}</Button>}
    />
  );
}

function whereItIs({ contact, hasNone, isSent }: ContactCodeState['view']): string {
  if (hasNone) return codeWords.none;
  const address = addressOf(contact);
  if (!isSent) return codeWords.notSent(address);
  return contact.kind === 'Email' ? codeWords.sentByEmail(address) : codeWords.sentByText(address);
}
