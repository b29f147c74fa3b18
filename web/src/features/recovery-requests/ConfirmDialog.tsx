import { confirmRecovery } from '@florin/contract/recovery';
import { useEffect, useRef } from 'react';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { FormMessage } from '../../kit/FormMessage.tsx';
import { showSnackbar } from '../../kit/Snackbar.tsx';
import { recoveryRequestsWords as words } from '../../messages/en/recovery-requests.ts';
import { queryClient } from '../../session/queries.ts';
import { useProvenSubmission } from '../step-up/StepUpProvider.tsx';
import { recoveryRequestsQuery } from './query.ts';

interface ConfirmDialogProps {
  id: string;
  name: string;
  onClose: () => void;
}

/** Asks whether the administrator has spoken to the person, and gives the word; a fresh proof may be asked for first. */
export function ConfirmDialog({ id, name, onClose }: ConfirmDialogProps) {
  const { pending, message, submit } = useProvenSubmission();
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (message !== null) alert.current?.focus();
  }, [message]);
  const confirm = async () => {
    const answer = await submit(confirmRecovery, { params: { id } });
    if (answer?.ok !== true) return;
    showSnackbar({ severity: 'success', text: words.confirmed(name) });
    onClose();
    void queryClient.invalidateQueries(recoveryRequestsQuery());
  };
  return (
    <Dialog
      open
      role="alertdialog"
      title={words.dialogTitle}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button variant="primary" pending={pending} pendingLabel={words.confirming} onClick={() => void confirm()}>
            {words.confirm}
          </Button>
        </>
      }
    >
      <p>{words.dialogText(name)}</p>
      <FormMessage ref={alert} message={message} />
    </Dialog>
  );
}
