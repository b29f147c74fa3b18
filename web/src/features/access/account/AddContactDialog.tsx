import type { Contact } from '@florin/contract/contacts';
import { useState } from 'react';
import { Button } from '../../../kit/actions/Button.tsx';
import { Dialog } from '../../../kit/overlays/Dialog.tsx';
import { accountWords } from '../../../messages/en/account.ts';
import { EmailForm } from '../../../flows/contacts/EmailForm.tsx';
import { PhoneForm } from '../../../flows/contacts/PhoneForm.tsx';
import { justSent, type Awaiting } from '../../../flows/contacts/awaiting.ts';
import { ConfirmContactDialog } from './ConfirmContactDialog.tsx';

const words = accountWords.contacts;

/** A new e-mail address or phone, then its code. */
export function AddContactDialog({ kind, onClose }: { kind: Contact['kind']; onClose: () => void }) {
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
