import { type Contact, removeContact } from '@florin/contract/access/contacts';
import { useState } from 'react';
import { addressOf } from '../../../../flows/contacts/address.ts';
import type { Awaiting } from '../../../../flows/contacts/awaiting.ts';
import { ContactCodeForm } from '../../../../flows/contacts/ContactCodeForm.tsx';
import { refreshContacts } from '../../../../flows/contacts/queries.ts';
import { useSendContactCode } from '../../../../flows/contacts/use-send-contact-code.ts';
import { ConfirmAct } from '../../../../flows/step-up/ConfirmAct.tsx';
import { Button } from '../../../../kit/actions/Button.tsx';
import { showSnackbar } from '../../../../kit/feedback/Snackbar.tsx';
import { StatusTag } from '../../../../kit/feedback/StatusTag.tsx';
import { FormMessage } from '../../../../kit/forms/FormMessage.tsx';
import { Dialog } from '../../../../kit/overlays/Dialog.tsx';
import { accountWords } from '../../../../messages/en/access/account.ts';
import styles from '../account.module.css';

const words = accountWords.contacts;

interface ContactRowProps {
  contact: Contact;
  /** Nothing can be sent by email without it. */
  isLastEmail: boolean;
}

/** One address: its state, and its actions. */
export function ContactRow({ contact, isLastEmail }: ContactRowProps) {
  const [awaiting, setAwaiting] = useState<Awaiting | null>(null);
  const [removing, setRemoving] = useState(false);
  const { pending, message, send } = useSendContactCode(setAwaiting);
  const address = addressOf(contact);
  return (
    <li>
      <div className={styles.row}>
        <div className={styles.what}>
          <p className={styles.name}>{address}</p>
          <p className={styles.line}>
            <StatusTag tone={contact.verified ? 'ok' : 'warn'}>
              {contact.verified ? words.confirmed : words.unconfirmed}
            </StatusTag>
            {contact.stopped && <StatusTag tone="bad">{words.stopped}</StatusTag>}
          </p>
          {contact.stopped && <p className={styles.line}>{words.stoppedHint}</p>}
        </div>
        <div className={styles.buttons}>
          {!contact.verified && (
            <Button
              aria-label={words.confirmOf(address)}
              pending={pending}
              pendingLabel={words.sending}
              onClick={() => send(contact)}
            >
              {words.confirm}
            </Button>
          )}
          <Button variant="quiet" aria-label={words.removeOf(address)} onClick={() => setRemoving(true)}>
            {words.remove}
          </Button>
        </div>
      </div>
      <FormMessage message={message} />
      {awaiting !== null && <ConfirmContactDialog awaiting={awaiting} onClose={() => setAwaiting(null)} />}
      {removing && (
        <ConfirmAct
          words={{
            title: words.removeTitle,
            text: [isLastEmail && words.removeLastEmail, words.removeText(address)].filter(Boolean).join(' '),
            submit: words.remove,
            submitting: words.removing,
            cancel: words.cancel,
          }}
          act={(submit) => submit(removeContact, { params: { id: contact.id } })}
          done={words.removed(address)}
          refresh={refreshContacts}
          onClose={() => setRemoving(false)}
        />
      )}
    </li>
  );
}

/** The field for the code of an unconfirmed address. */
export function ConfirmContactDialog({ awaiting, onClose }: { awaiting: Awaiting; onClose: () => void }) {
  return (
    <Dialog open holds title={words.confirmTitle} onClose={onClose}>
      <ContactCodeForm
        awaiting={awaiting}
        onConfirmed={(contact) => {
          showSnackbar({ severity: 'success', text: words.added(addressOf(contact)) });
          onClose();
        }}
        backLabel={words.cancel}
        onBack={onClose}
      />
    </Dialog>
  );
}
