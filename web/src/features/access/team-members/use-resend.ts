import { resendInvite, type Invite } from '@florin/contract/invites';
import { sendQuota } from '@florin/contract/limits';
import { useCallback, useEffect, useRef, useState } from 'react';
import { dismissSnackbar, showSnackbar, type SnackbarMessage } from '../../../kit/feedback/snackbar-store.ts';
import { spelledWait } from '../../../kit/text/wait-text.ts';
import { teamWords as words } from '../../../messages/en/team-members.ts';
import { queryClient } from '../../../session/query-client.ts';
import { useProvenSubmission } from '../../../flows/step-up/StepUpProvider.tsx';
import { teamQuery } from './queries.ts';

/** Sends an invite again, one at a time, and says what came of it. An administrator's takes a fresh proof, as the first did. */
export function useResend() {
  const { pending, message, say, submit } = useProvenSubmission();
  const [last, setLast] = useState<string | null>(null);
  // What came of this one takes the place of what came of the one before.
  const told = useRef(0);
  const tell = useCallback((news: SnackbarMessage) => {
    dismissSnackbar(told.current);
    told.current = showSnackbar(news);
  }, []);
  useEffect(() => {
    if (message) tell(message);
  }, [message, tell]);
  const resend = async ({ id, email }: Invite) => {
    setLast(id);
    const answer = await submit(resendInvite, { params: { id } });
    if (answer?.ok) tell({ severity: 'success', text: words.resent(email) });
    else if (answer?.code === 'RESEND_LIMIT_REACHED')
      say({ severity: 'warning', text: tooSoon(answer.retryAfterSeconds ?? pauseSeconds), correlationId: null });
    await queryClient.invalidateQueries({ queryKey: teamQuery().queryKey });
  };
  return { resending: pending ? last : null, resend: (invite: Invite) => void resend(invite) };
}

const pauseSeconds = sendQuota[0].windowSeconds;

/** Within the pause after each mail, or when there were too many of them. */
const tooSoon = (seconds: number) =>
  (seconds <= pauseSeconds ? words.resentJustNow : words.resentOften)(spelledWait(seconds));
