import { revokeInvite, type Invite } from '@florin/contract/invites';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { FormMessage } from '../../kit/FormMessage.tsx';
import { showSnackbar } from '../../kit/snackbar-store.ts';
import { teamWords as words } from '../../messages/en/team-members.ts';
import { describeFailure } from '../../session/failure.ts';
import { ask } from '../../session/queries.ts';
import { teamQuery } from './queries.ts';

interface RevokeDialogProps {
  /** Null: closed. */
  invite: Invite | null;
  onClose: () => void;
}

/** Asks before an invite is made worthless. */
export function RevokeDialog({ invite, onClose }: RevokeDialogProps) {
  const client = useQueryClient();
  // The name stays while the dialog closes.
  const [last, setLast] = useState(invite);
  if (invite !== null && invite !== last) setLast(invite);
  const name = last === null ? '' : `${last.firstName} ${last.lastName}`;
  const revoking = useMutation({
    networkMode: 'always',
    mutationFn: ({ id }: Invite) => ask(revokeInvite, { params: { id } }),
    onSuccess: () => {
      showSnackbar({ severity: 'success', text: words.revoked(name) });
      close();
    },
    onSettled: () => client.invalidateQueries({ queryKey: teamQuery().queryKey }),
  });
  const close = () => {
    revoking.reset();
    onClose();
  };
  return (
    <Dialog
      open={invite !== null}
      title={words.revokeDialog.title(name)}
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
      <p>{words.revokeDialog.text}</p>
      <FormMessage
        message={revoking.error && { severity: 'error', ...describeFailure(revoking.error, words.actFailed) }}
      />
    </Dialog>
  );
}
