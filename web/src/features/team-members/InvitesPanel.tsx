import type { Invite, InviteStatus } from '@florin/contract/invites';
import { Mail } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../kit/Button.tsx';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { Panel } from '../../kit/Panel.tsx';
import { StatusTag } from '../../kit/StatusTag.tsx';
import { teamWords as words } from '../../messages/en/team-members.ts';
import { LoadingRows } from './LoadingRows.tsx';
import { RevokeDialog } from './RevokeDialog.tsx';
import styles from './team.module.css';
import { useResend } from './use-resend.ts';

const tones = { PENDING: 'info', ACCEPTED: 'ok', EXPIRED: 'warn', REVOKED: 'neutral' } as const satisfies Record<
  InviteStatus,
  string
>;
const nameOf = ({ firstName, lastName }: Invite) => `${firstName} ${lastName}`;

/** The invites of the business with their status; one that waits or has expired can be sent again, one that waits revoked. */
export function InvitesPanel({ invites }: { invites: readonly Invite[] | undefined }) {
  const [revoking, setRevoking] = useState<Invite | null>(null);
  const { resend, resending } = useResend();
  return (
    <Panel title={words.invites} padded={false}>
      {invites === undefined && <LoadingRows />}
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
                <StatusTag tone={tones[invite.status]}>{words.statuses[invite.status]}</StatusTag>
                <p className={styles.line}>{whenOf(invite)}</p>
              </div>
              {(invite.status === 'PENDING' || invite.status === 'EXPIRED') && (
                <div className={styles.actions}>
                  <Button
                    aria-label={words.resendFor(nameOf(invite))}
                    pending={resending === invite.id}
                    onClick={() => resend(invite)}
                  >
                    {words.resend}
                  </Button>
                  {invite.status === 'PENDING' && (
                    <Button
                      variant="quiet"
                      aria-label={words.revokeFor(nameOf(invite))}
                      onClick={() => setRevoking(invite)}
                    >
                      {words.revoke}
                    </Button>
                  )}
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      <RevokeDialog invite={revoking} onClose={() => setRevoking(null)} />
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
