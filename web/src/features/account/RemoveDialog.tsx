import type { removeContact } from '@florin/contract/contacts';
import type { removeFactor } from '@florin/contract/factors';
import { useEffect, useRef } from 'react';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { FormMessage } from '../../kit/FormMessage.tsx';
import { accountWords } from '../../messages/en/account.ts';
import { useProvenSubmission } from '../step-up/StepUpProvider.tsx';

interface RemoveDialogProps {
  title: string;
  text: string;
  endpoint: typeof removeContact | typeof removeFactor;
  id: string;
  onClose: () => void;
  onRemoved: () => void;
}

/** Asks before something is removed, and removes it. */
export function RemoveDialog({ title, text, endpoint, id, onClose, onRemoved }: RemoveDialogProps) {
  const words = accountWords.factors;
  const { pending, message, submit } = useProvenSubmission();
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (message !== null) alert.current?.focus();
  }, [message]);
  const remove = async () => {
    const answer = await submit(endpoint, { params: { id } });
    if (answer?.ok !== true) return;
    onClose();
    onRemoved();
  };
  return (
    <Dialog
      open
      role="alertdialog"
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button variant="danger" pending={pending} pendingLabel={words.removing} onClick={() => void remove()}>
            {words.remove}
          </Button>
        </>
      }
    >
      <p>{text}</p>
      <FormMessage ref={alert} message={message} />
    </Dialog>
  );
}
