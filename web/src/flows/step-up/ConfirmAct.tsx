import { ConfirmDialog, type ConfirmWords } from '../../kit/overlays/ConfirmDialog.tsx';
import { showSnackbar } from '../../kit/feedback/snackbar-store.ts';
import type { Send } from '../../session/failures/use-submission.ts';
import { useProvenSubmission } from './StepUpProvider.tsx';

interface ConfirmActProps {
  words: ConfirmWords;
  variant?: 'primary' | 'danger';
  /** The purpose of a fresh proof, as the beginning of a sentence; by default that of the call. */
  purpose?: string;
  /** Makes the call. A fresh proof may be required first. */
  act: (send: Send) => Promise<{ ok: boolean } | null>;
  /** The message after it was done. */
  done: string;
  /** Refetches what the call has changed, or what turned out to be different. */
  refresh: () => unknown;
  onClose: () => void;
}

/** Asks before something is done, and does it. */
export function ConfirmAct({ words, variant = 'danger', purpose, act, done, refresh, onClose }: ConfirmActProps) {
  const { pending, message, submit } = useProvenSubmission(purpose);
  const confirm = async () => {
    const answer = await act(submit);
    if (answer === null) return;
    if (answer.ok) {
      showSnackbar({ severity: 'success', text: done });
      onClose();
    }
    refresh();
  };
  return (
    <ConfirmDialog
      words={words}
      variant={variant}
      pending={pending}
      message={message}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}
