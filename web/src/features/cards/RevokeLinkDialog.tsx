import { revokeVendorLink, type VendorLink } from '@florin/contract/vendor-cards';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { FormMessage } from '../../kit/FormMessage.tsx';
import { showSnackbar } from '../../kit/snackbar-store.ts';
import { cardsWords as words } from '../../messages/en/cards.ts';
import { describeFailure } from '../../session/failure.ts';
import { ask } from '../../session/queries.ts';
import { refreshLinks } from './queries.ts';

interface RevokeLinkDialogProps {
  /** Null: closed. */
  link: VendorLink | null;
  onClose: () => void;
}

/** Asks before a link is made worthless. */
export function RevokeLinkDialog({ link, onClose }: RevokeLinkDialogProps) {
  // The address stays while the dialog closes.
  const [last, setLast] = useState(link);
  if (link !== null && link !== last) setLast(link);
  const email = last?.email ?? '';
  const revoking = useMutation({
    networkMode: 'always',
    mutationFn: ({ id }: VendorLink) => ask(revokeVendorLink, { params: { id } }),
    onSuccess: () => {
      showSnackbar({ severity: 'success', text: words.revoked(email) });
      close();
    },
    onSettled: refreshLinks,
  });
  const close = () => {
    revoking.reset();
    onClose();
  };
  return (
    <Dialog
      open={link !== null}
      title={words.revokeDialog.title}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>{words.cancel}</Button>
          <Button
            variant="danger"
            pending={revoking.isPending}
            pendingLabel={words.revokeDialog.submitting}
            onClick={() => last && revoking.mutate(last)}
          >
            {words.revokeDialog.submit}
          </Button>
        </>
      }
    >
      <p>{words.revokeDialog.text(email)}</p>
      <FormMessage
        message={revoking.error && { severity: 'error', ...describeFailure(revoking.error, words.actFailed) }}
      />
    </Dialog>
  );
}
