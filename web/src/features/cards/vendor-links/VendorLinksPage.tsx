import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { StepUpProvider } from '../../../flows/step-up/StepUpProvider.tsx';
import { Dialog } from '../../../kit/overlays/Dialog.tsx';
import { cardsWords as words } from '../../../messages/en/cards/vendor-links.ts';
import { useEpoch } from '../../../session/browser-session.ts';
import { wasLeftOpen } from '../../../session/kept-forms/use-kept-form.ts';
import { PermittedButton } from '../../../session/PermittedButton.tsx';
import { type SendableCard, sendKey, vendorLinksQuery } from './queries.ts';
import { SendForm } from './SendForm.tsx';
import { VendorLinkList } from './VendorLinkList.tsx';

/** /cards/vendor-links, for administrators: the links that show a card's details to a vendor. */
export function VendorLinksPage() {
  // A step-up reissues the session, and later queries belong to the new one.
  useEpoch();
  const sent = useInfiniteQuery(vendorLinksQuery());
  const [isSending, setSending] = useState(() => wasLeftOpen(sendKey));
  return (
    <StepUpProvider>
      <VendorLinkList
        send={
          <PermittedButton
            permission="vendor-links.send"
            variant="primary"
            unavailable={!sent.data}
            onClick={() => setSending(true)}
          >
            {words.send}
          </PermittedButton>
        }
      />
      <SendDialog
        open={isSending && sent.data !== undefined}
        cards={sent.data?.pages[0]?.cards ?? []}
        onClose={() => setSending(false)}
      />
    </StepUpProvider>
  );
}

interface SendDialogProps {
  open: boolean;
  cards: readonly SendableCard[];
  onClose: () => void;
}

/** The dialog that sends a vendor the link to a card's details. Closing it clears the form. */
function SendDialog({ open, cards, onClose }: SendDialogProps) {
  return (
    <Dialog open={open} title={words.dialog.title} onClose={onClose} holds>
      <SendForm cards={cards} onDone={onClose} />
    </Dialog>
  );
}
