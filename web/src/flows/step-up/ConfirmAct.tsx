import { ConfirmDialog, type ConfirmWords } from '../../kit/overlays/ConfirmDialog.tsx';
import { showSnackbar } from '../../kit/feedback/snackbar-store.ts';
import type { Send } from '../../session/failures/use-submission.ts';
import { useProvenSubmission } from './StepUpProvider.tsx';

interface ConfirmActProps {
  words: ConfirmWords;
  variant?: 'primary' | 'danger';
  /** What a fresh proof is for, as the beginning of a sentence; by default that of the call. */
  purpose?: string;
  /** Makes the call with what it is given; a fresh proof may be asked for first. */
  act: (send: Send) => Promise<{ ok: boolean } | null>;
  /** What is said once it is done. */
  done: string;
  /** Asks anew for what the call has changed, or has turned out to be otherwise. */
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
