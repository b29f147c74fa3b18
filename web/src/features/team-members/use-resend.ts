import { resendInvite, type Invite } from '@florin/contract/invites';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showSnackbar } from '../../kit/snackbar-store.ts';
import { teamWords as words } from '../../messages/en/team-members.ts';
import { describeFailure } from '../../session/failure.ts';
import { ask } from '../../session/queries.ts';
import { teamQuery } from './queries.ts';

/** Sends an invite again, one at a time, and says what came of it. */
export function useResend() {
  const client = useQueryClient();
  const sending = useMutation({
    networkMode: 'always',
    mutationFn: ({ id }: Invite) => ask(resendInvite, { params: { id } }),
    onSuccess: (_, { email }) => showSnackbar({ severity: 'success', text: words.resent(email) }),
    onError: (error) => showSnackbar({ severity: 'error', ...describeFailure(error, words.actFailed) }),
    onSettled: () => client.invalidateQueries({ queryKey: teamQuery().queryKey }),
  });
  return {
    resending: sending.isPending ? sending.variables.id : null,
    resend: (invite: Invite) => {
      if (!sending.isPending) sending.mutate(invite);
    },
  };
}
