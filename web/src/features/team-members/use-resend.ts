import { resendInvite, type Invite } from '@florin/contract/invites';
import { useEffect, useState } from 'react';
import { showSnackbar } from '../../kit/snackbar-store.ts';
import { teamWords as words } from '../../messages/en/team-members.ts';
import { queryClient } from '../../session/queries.ts';
import { useProvenSubmission } from '../step-up/StepUpProvider.tsx';
import { teamQuery } from './queries.ts';

/** Sends an invite again, one at a time, and says what came of it. An administrator's takes a fresh proof, as the first did. */
export function useResend() {
  const { pending, message, submit } = useProvenSubmission();
  const [last, setLast] = useState<string | null>(null);
  useEffect(() => {
    if (message) showSnackbar(message);
  }, [message]);
  const resend = async ({ id, email }: Invite) => {
    setLast(id);
    const answer = await submit(resendInvite, { params: { id } });
    if (answer?.ok) showSnackbar({ severity: 'success', text: words.resent(email) });
    await queryClient.invalidateQueries({ queryKey: teamQuery().queryKey });
  };
  return { resending: pending ? last : null, resend: (invite: Invite) => void resend(invite) };
}
