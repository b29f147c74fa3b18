import { Dialog } from '../../../kit/overlays/Dialog.tsx';
import { cardsWords } from '../../../messages/en/vendor-links.ts';
import type { SendableCard } from './queries.ts';
import { SendForm } from './SendForm.tsx';

interface SendDialogProps {
  open: boolean;
  cards: readonly SendableCard[];
  onClose: () => void;
}

/** The dialog that sends a vendor the link to a card's details. What was typed is gone when it closes. */
export function SendDialog({ open, cards, onClose }: SendDialogProps) {
  return (
    <Dialog open={open} title={cardsWords.dialog.title} onClose={onClose} holds>
      <SendForm cards={cards} onDone={onClose} />
    </Dialog>
  );
}
