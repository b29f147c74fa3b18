import { type Invite, resendInvite, revokeInvite } from '@florin/contract/invites';
import { sendQuota } from '@florin/contract/limits';
import { useQueryClient } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ConfirmAct } from '../../../flows/step-up/ConfirmAct.tsx';
import { useProvenSubmission } from '../../../flows/step-up/StepUpProvider.tsx';
import { EmptyState } from '../../../kit/feedback/EmptyState.tsx';
import { LoadingRows } from '../../../kit/feedback/LoadingRows.tsx';
import { dismissSnackbar, showSnackbar, type SnackbarMessage } from '../../../kit/feedback/snackbar-store.ts';
import { StatusTag } from '../../../kit/feedback/StatusTag.tsx';
import { Panel } from '../../../kit/layout/Panel.tsx';
import { spelledWait } from '../../../kit/text/wait-text.ts';
import { teamWords as words } from '../../../messages/en/team-members.ts';
import { PermittedButton } from '../../../session/PermittedButton.tsx';
import { statusTones } from '../../../session/status-tones.ts';
import { queryClient } from '../../../session/queries/query-client.ts';
import { teamQuery } from './queries.ts';
import styles from './team.module.css';

const nameOf = ({ firstName, lastName }: Invite) => `${firstName} ${lastName}`;

/** The invites of the business with their status; a pending or expired one can be sent again, a pending one revoked. */
export function InvitesPanel({ invites }: { invites: readonly Invite[] | undefined }) {
  const client = useQueryClient();
  const [revoking, setRevoking] = useState<Invite | null>(null);
  const { resend, resending } = useResend();
  return (
    <Panel title={words.invites} padded={false}>
      {invites === undefined && <LoadingRows label={words.loading} />}
      {invites?.length === 0 && <EmptyState icon={Mail}>{words.noInvites}</EmptyState>}
      {invites !== undefined && invites.length > 0 && (
        <ul>
          {invites.map((invite) => (
            <li key={invite.id} className={styles.row}>
              <div className={styles.who}>
                <p className={styles.name}>{nameOf(invite)}</p>
                <p className={styles.line}>{invite.email}</p>
              </div>
              <div className={styles.about}>
                <p className={styles.line}>{words.roles[invite.role]}</p>
                <p className={styles.line}>{words.invitedBy(invite.invitedBy)}</p>
              </div>
              <div className={styles.status}>
                <StatusTag tone={statusTones[invite.status]}>{words.statuses[invite.status]}</StatusTag>
                <p className={styles.line}>{whenOf(invite)}</p>
              </div>
              {(invite.status === 'PENDING' || invite.status === 'EXPIRED') && (
                <div className={styles.actions}>
                  <PermittedButton
                    permission="invites.send"
                    aria-label={words.resendFor(nameOf(invite))}
                    pending={resending === invite.id}
                    onClick={() => resend(invite)}
                  >
                    {words.resend}
                  </PermittedButton>
                  {invite.status === 'PENDING' && (
                    <PermittedButton
                      permission="invites.revoke"
                      variant="quiet"
                      aria-label={words.revokeFor(nameOf(invite))}
                      onClick={() => setRevoking(invite)}
                    >
                      {words.revoke}
                    </PermittedButton>
                  )}
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      {revoking && (
        <ConfirmAct
          words={{ ...words.revokeDialog, title: words.revokeDialog.title(nameOf(revoking)), cancel: words.cancel }}
          act={(send) => send(revokeInvite, { params: { id: revoking.id } })}
          done={words.revoked(nameOf(revoking))}
          refresh={() => client.invalidateQueries({ queryKey: teamQuery().queryKey })}
          onClose={() => setRevoking(null)}
        />
      )}
    </Panel>
  );
}

const days = new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', dateStyle: 'medium' });
const day = (timestamp: string) => days.format(new Date(timestamp));

/** The day that matters for the status, in Eastern Time (specification, section 9). */
function whenOf({ status, expiresAt, acceptedAt }: Invite): string {
  if (status === 'ACCEPTED' && acceptedAt !== null) return words.acceptedOn(day(acceptedAt));
  if (status === 'REVOKED') return '';
  return status === 'EXPIRED' ? words.expiredOn(day(expiresAt)) : words.expiresOn(day(expiresAt));
}

/**
 * Sends an invite again, one at a time, and shows the result. An administrator's requires a fresh proof, like the first
 * one.
 */
function useResend() {
  const { pending, message, say, submit } = useProvenSubmission();
  const [last, setLast] = useState<string | null>(null);
  // This result replaces the one before.
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

/** Within the pause after each mail, or beyond the quota. */
const tooSoon = (seconds: number) =>
  (seconds <= pauseSeconds ? words.resentJustNow : words.resentOften)(spelledWait(seconds));
