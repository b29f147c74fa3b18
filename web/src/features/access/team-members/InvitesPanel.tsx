import { easternDate } from '@florin/contract/dates';
import { type Invite, resendInvite, revokeInvite } from '@florin/contract/invites';
import { sendQuota } from '@florin/contract/limits';
import { useQueryClient } from '@tanstack/react-query';
import { Ban, Mail } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ConfirmAct } from '../../../flows/step-up/ConfirmAct.tsx';
import { useProvenSubmission } from '../../../flows/step-up/StepUpProvider.tsx';
import { EmptyState } from '../../../kit/feedback/EmptyState.tsx';
import { dismissSnackbar, showSnackbar, type SnackbarMessage } from '../../../kit/feedback/snackbar-store.ts';
import { StatusTag } from '../../../kit/feedback/StatusTag.tsx';
import { Panel } from '../../../kit/layout/Panel.tsx';
import type { Column } from '../../../kit/lists/table/columns.ts';
import { RowActions } from '../../../kit/lists/table/RowActions.tsx';
import { Table } from '../../../kit/lists/table/Table.tsx';
import { spelledWait } from '../../../kit/text/wait-text.ts';
import { teamWords as words } from '../../../messages/en/team-members.ts';
import { PermittedButton, useReason } from '../../../session/PermittedButton.tsx';
import { statusTones } from '../../../session/status-tones.ts';
import { queryClient } from '../../../session/queries/query-client.ts';
import { teamQuery } from './queries.ts';
import styles from './team.module.css';

/** The invites of the business with their status; a pending or expired one can be sent again, a pending one revoked. */
export function InvitesPanel({ invites }: { invites: readonly Invite[] | undefined }) {
  const client = useQueryClient();
  const [revoking, setRevoking] = useState<Invite | null>(null);
  const resends = useResend();
  const reason = useReason('invites.revoke');
  return (
    <Panel title={words.invites} padded={false}>
      <Table
        inPanel
        label={words.invites}
        rows={invites ?? []}
        columns={columnsOf({ ...resends, onRevoke: setRevoking, reason })}
        rowId={({ id }) => id}
        rowName={nameOf}
        density="roomy"
        loading={invites === undefined}
        expected={3}
        keys={false}
        empty={<EmptyState icon={Mail}>{words.noInvites}</EmptyState>}
      />
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

const nameOf = ({ firstName, lastName }: Invite) => `${firstName} ${lastName}`;

const facts: readonly Column<Invite>[] = [
  {
    id: 'name',
    title: words.columns.name,
    cell: (invite) => (
      <>
        {nameOf(invite)} <span className={styles.line}>{invite.email}</span>
      </>
    ),
  },
  { id: 'role', title: words.columns.role, folds: 'later', cell: ({ role }) => words.roles[role] },
  {
    id: 'invitedBy',
    title: words.columns.invitedBy,
    folds: 'first',
    labelled: true,
    cell: ({ invitedBy }) => invitedBy,
  },
  {
    id: 'status',
    title: words.columns.status,
    cell: (invite) => (
      <>
        <StatusTag tone={statusTones[invite.status]}>{words.statuses[invite.status]}</StatusTag>{' '}
        <span className={styles.when}>{whenOf(invite)}</span>
      </>
    ),
  },
];

interface Acts extends ReturnType<typeof useResend> {
  onRevoke: (invite: Invite) => void;
  /** Why no invite can be revoked; null if they can. */
  reason: string | null;
}

const columnsOf = ({ resend, resending, onRevoke, reason }: Acts): Column<Invite>[] => [
  ...facts,
  {
    id: 'actions',
    title: words.columns.actions,
    untitled: true,
    align: 'end',
    card: 'actions',
    cell: (invite) =>
      (invite.status === 'PENDING' || invite.status === 'EXPIRED') && (
        <RowActions
          more={{
            label: words.moreFor(nameOf(invite)),
            entries: invite.status === 'PENDING' ? [{ id: 'revoke', icon: Ban, label: words.revoke, reason }] : [],
            onAction: () => onRevoke(invite),
          }}
        >
          <PermittedButton
            permission="invites.send"
            aria-label={words.resendFor(nameOf(invite))}
            pending={resending === invite.id}
            onClick={() => resend(invite)}
          >
            {words.resend}
          </PermittedButton>
        </RowActions>
      ),
  },
];

/** The day that matters for the status, in Eastern Time (specification, section 9). */
function whenOf({ status, expiresAt, acceptedAt }: Invite): string {
  if (status === 'ACCEPTED' && acceptedAt !== null) return easternDate(acceptedAt);
  if (status === 'REVOKED') return '';
  return status === 'EXPIRED' ? easternDate(expiresAt) : words.expiresOn(easternDate(expiresAt));
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
