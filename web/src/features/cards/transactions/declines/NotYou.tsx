import { freezeOwnCard } from '@florin/contract/cards/cards/acts';
import { useState } from 'react';
import { showSnackbar } from '../../../../kit/feedback/snackbar-store.ts';
import { ConfirmDialog } from '../../../../kit/overlays/ConfirmDialog.tsx';
import { declineActWords as words } from '../../../../messages/en/cards/decline-acts.ts';
import { useSubmission } from '../../../../session/failures/use-submission.ts';
import { PermittedButton } from '../../../../session/PermittedButton.tsx';
import type { Transaction } from '../queries.ts';
import { refreshCards } from './card-now.ts';

/** The way out for a holder who did not make the purchase: freezes the card, after a question. */
export function NotYou({ of }: { of: Transaction }) {
  const { id } = of.card;
  const [isOpen, setOpen] = useState(false);
  const { pending, message, submit } = useSubmission();
  const freeze = async () => {
    const answer = await submit(freezeOwnCard, { params: { id }, body: { reason: null } });
    if (!answer?.ok) return;
    setOpen(false);
    showSnackbar({ severity: 'success', text: words.frozen });
    await refreshCards();
  };
  return (
    <>
      <PermittedButton permission="own-cards.freeze" variant="quiet" onClick={() => setOpen(true)}>
        {words.notYou}
      </PermittedButton>
      {isOpen && (
        <ConfirmDialog
          words={words.freezing}
          variant="primary"
          pending={pending}
          message={message}
          onConfirm={() => void freeze()}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
