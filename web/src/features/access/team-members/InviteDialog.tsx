import { Dialog } from '../../../kit/overlays/Dialog.tsx';
import { teamWords } from '../../../messages/en/team-members.ts';
import { InviteForm } from './InviteForm.tsx';

interface InviteDialogProps {
  open: boolean;
  onClose: () => void;
}

/** The dialog that invites a person by mail. What was typed is gone when it closes. */
export function InviteDialog({ open, onClose }: InviteDialogProps) {
  return (
    <Dialog open={open} title={teamWords.inviteDialog.title} onClose={onClose} holds>
      <InviteForm onDone={onClose} />
    </Dialog>
  );
}
