import type { Contact } from '@florin/contract/access/contacts';
import { useState } from 'react';
import { type Awaiting, justSent } from '../../../../flows/contacts/awaiting.ts';
import { EmailForm } from '../../../../flows/contacts/EmailForm.tsx';
import { isLastEmail } from '../../../../flows/contacts/last-email.ts';
import { PhoneForm } from '../../../../flows/contacts/PhoneForm.tsx';
import { useContacts } from '../../../../flows/contacts/queries.ts';
import { Button } from '../../../../kit/actions/Button.tsx';
import { Failure } from '../../../../kit/feedback/Failure.tsx';
import { Skeleton } from '../../../../kit/feedback/Skeleton.tsx';
import { Panel } from '../../../../kit/layout/Panel.tsx';
import { Dialog } from '../../../../kit/overlays/Dialog.tsx';
import { accountWords } from '../../../../messages/en/access/account.ts';
import { errorMessage } from '../../../../session/failures/error-message.ts';
import styles from '../account.module.css';
import { ConfirmContactDialog, ContactRow } from './ContactRow.tsx';

const words = accountWords.contacts;

/** Email addresses and phones, each with its state; adding, confirming, removing. */
export function ContactsPanel() {
  const contacts = useContacts();
  const [adding, setAdding] = useState<Contact['kind'] | null>(null);
  const of = (kind: Contact['kind']) => contacts.data?.filter((contact) => contact.kind === kind) ?? [];
  return (
    <Panel title={words.title}>
      {contacts.data ? (
        <div className={styles.stack}>
          <Contacts title={words.emails} none={words.noEmail} contacts={of('Email')} all={contacts.data} />
          <Contacts title={words.phones} none={words.noPhone} contacts={of('PhoneNumber')} all={contacts.data} />
          <div className={styles.buttons}>
            <Button onClick={() => setAdding('Email')}>{words.addEmail}</Button>
            <Button onClick={() => setAdding('PhoneNumber')}>{words.addPhone}</Button>
          </div>
        </div>
      ) : contacts.isError ? (
        <Failure
          {...errorMessage(contacts.error, words.failed)}
          onRetry={() => void contacts.refetch()}
          retrying={contacts.isFetching}
        />
      ) : (
        <div aria-busy="true" className={styles.stack}>
          <Skeleton shape="long" />
          <Skeleton shape="medium" />
        </div>
      )}
      {adding !== null && <AddContactDialog kind={adding} onClose={() => setAdding(null)} />}
    </Panel>
  );
}

interface ContactsProps {
  title: string;
  none: string;
  contacts: readonly Contact[];
  /** Of both kinds. */
  all: readonly Contact[];
}

function Contacts({ title, none, contacts, all }: ContactsProps) {
  return (
    <section className={styles.form} aria-label={title}>
      <h3 className={styles.sub}>{title}</h3>
      {contacts.length === 0 ? (
        <p className={styles.text}>{none}</p>
      ) : (
        <ul className={styles.list}>
          {contacts.map((contact) => (
            <ContactRow key={contact.id} contact={contact} isLastEmail={isLastEmail(contact, all)} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** A new email address or phone, then its code. */
function AddContactDialog({ kind, onClose }: { kind: Contact['kind']; onClose: () => void }) {
  const [awaiting, setAwaiting] = useState<Awaiting | null>(null);
  if (awaiting !== null) return <ConfirmContactDialog awaiting={awaiting} onClose={onClose} />;
  const [title, Form] = kind === 'Email' ? [words.addEmailTitle, EmailForm] : [words.addPhoneTitle, PhoneForm];
  return (
    <Dialog open holds title={title} onClose={onClose}>
      <Form onSent={(contact) => setAwaiting(justSent(contact))}>
        <Button onClick={onClose}>{words.cancel}</Button>
      </Form>
    </Dialog>
  );
}
