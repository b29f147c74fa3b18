import { Dialog } from '../../../kit/overlays/Dialog.tsx';
import { showSnackbar } from '../../../kit/feedback/Snackbar.tsx';
import { accountWords } from '../../../messages/en/account.ts';
import { addressOf } from '../../../flows/contacts/address.ts';
import type { Awaiting } from '../../../flows/contacts/awaiting.ts';
import { ContactCodeForm } from '../../../flows/contacts/ContactCodeForm.tsx';

const words = accountWords.contacts;

/** Entry of the code for an address that waits to be confirmed. */
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
