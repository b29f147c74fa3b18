import { type Invite, resendInvite, revokeInvite } from '@florin/contract/access/invites';
import { sendQuota } from '@florin/contract/limits';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Ban } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ListPage, type SheetPlace } from '../../../flows/lists/ListPage.tsx';
import { ConfirmAct } from '../../../flows/step-up/ConfirmAct.tsx';
import { useProvenSubmission } from '../../../flows/step-up/StepUpProvider.tsx';
import { fullDate } from '../../../flows/time/when.ts';
import { dismissSnackbar, showSnackbar, type SnackbarMessage } from '../../../kit/feedback/snackbar-store.ts';
import { StatusTag } from '../../../kit/feedback/StatusTag.tsx';
import type { Column } from '../../../kit/lists/table/columns.ts';
import { RowActions } from '../../../kit/lists/table/RowActions.tsx';
import { SideSheet } from '../../../kit/overlays/SideSheet.tsx';
import { Mark } from '../../../kit/text/Mark.tsx';
import { spelledWait } from '../../../kit/text/wait-text.ts';
import { pageTitles } from '../../../messages/en/shell/pages.ts';
import { presetNames } from '../../../messages/en/access/team-permissions.ts';
import { teamWords as words } from '../../../messages/en/access/team-members.ts';
import { PermittedButton, ReasonedButton, useReason } from '../../../session/PermittedButton.tsx';
import { usePerson } from '../../../session/person.ts';
import { statusTones } from '../../../session/status-tones.ts';
import { inviteFields, invitesQueryOf, order, viewsOf } from './list-search.ts';
import type { TeamListProps } from './MemberList.tsx';
import { invitesQuery } from './queries.ts';
import { refreshTeam } from '../../../flows/team/refresh-team.ts';
import sheetStyles from './member-sheet.module.css';
import styles from './team.module.css';

/** The invites of the business with their status; a pending or expired one can be sent again, a pending one revoked. */
export function InviteList({ address, invite, tabs }: TeamListProps) {
  const { businessName } = usePerson();
  const query = useMemo(() => invitesQueryOf(address.search), [address.search]);
  const rows = useInfiniteQuery(invitesQuery(query));
  const [revoking, setRevoking] = useState<Invite | null>(null);
  const resends = useResend();
  const reason = useReason('invites.revoke');
  const acts: Acts = { ...resends, onRevoke: setRevoking, reason };
  const open = rows.data?.pages.flatMap(({ items }) => items).find(({ id }) => id === address.search['open']);
  return (
    <>
      <ListPage
        list="team"
        title={pageTitles.teamMembers}
        intro={words.invitesIntro(businessName)}
        action={invite}
        tabs={tabs}
        address={address}
        fields={inviteFields}
        searchLabel={words.search}
        views={viewsOf(rows.data?.pages[0]?.waiting ?? undefined)}
        rows={rows}
        columns={columnsOf(acts)}
        order={order}
        rowId={({ id }) => id}
        rowName={nameOf}
        mark={markOf}
        none={words.none}
        messages={{
          noMatch: words.noInvites,
          loadFailed: words.invitesFailed,
          moreFailed: words.moreInvitesFailed,
          count: words.invitesOf,
        }}
        renderSheet={(place) => <InviteSheet {...place} of={open} acts={acts} />}
      />
      {revoking && (
        <ConfirmAct
          words={{ ...words.revokeDialog, title: words.revokeDialog.title(nameOf(revoking)), cancel: words.cancel }}
          act={(send) => send(revokeInvite, { params: { id: revoking.id } })}
          done={words.revoked(nameOf(revoking))}
          refresh={refreshTeam}
          onClose={() => setRevoking(null)}
        />
      )}
    </>
  );
}

interface InviteSheetProps extends SheetPlace {
  /** Undefined while it is being loaded, or where the list does not have it. */
  of: Invite | undefined;
  acts: Acts;
}

/** One invite: to whom, by whom, and what can be done with it. */
function InviteSheet({ id, of: invite, acts, ...place }: InviteSheetProps) {
  const { timeZone } = usePerson();
  const facts = invite && [
    [words.columns.email, invite.email],
    [words.columns.role, words.roles[invite.role]],
    ...(invite.preset === null ? [] : [[words.columns.permissions, presetNames[invite.preset].name]]),
    [words.columns.invitedBy, invite.invitedBy],
    [words.inviteSheet.sent, fullDate(invite.sentAt, timeZone)],
    ...(invite.acceptedAt === null
      ? [[words.inviteSheet.expires, fullDate(invite.expiresAt, timeZone)]]
      : [[words.inviteSheet.accepted, fullDate(invite.acceptedAt, timeZone)]]),
  ];
  return (
    <SideSheet open={id !== null && invite !== undefined} title={words.inviteSheet.title} {...place}>
      {invite && facts && (
        <div className={sheetStyles.details}>
          <div className={sheetStyles.head}>
            <Mark name={nameOf(invite)} round />
            <p className={sheetStyles.who}>
              <b className={sheetStyles.name}>{nameOf(invite)}</b>
            </p>
            <StatusTag tone={statusTones[invite.status]}>{words.statuses[invite.status]}</StatusTag>
          </div>
          <dl className={sheetStyles.facts}>
            {facts.map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <InviteActs of={invite} acts={acts} />
        </div>
      )}
    </SideSheet>
  );
}

/** Sending it again, and revoking it. */
function InviteActs({ of: invite, acts: { resend, resending, onRevoke, reason } }: { of: Invite; acts: Acts }) {
  if (!canResend(invite)) return null;
  return (
    <div className={styles.acts}>
      <PermittedButton permission="invites.send" pending={resending === invite.id} onClick={() => resend(invite)}>
        {words.resend}
      </PermittedButton>
      {invite.status === 'PENDING' && (
        <ReasonedButton reason={reason} className={styles.revoke} onClick={() => onRevoke(invite)}>
          {words.revoke}
        </ReasonedButton>
      )}
    </div>
  );
}

const markOf = (invite: Invite) => <Mark name={nameOf(invite)} round />;
const canResend = ({ status }: Invite) => status === 'PENDING' || status === 'EXPIRED';
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
    cell: (invite) => <Status of={invite} />,
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
      canResend(invite) && (
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

/** The status with the day that matters for it. */
function Status({ of: invite }: { of: Invite }) {
  const { timeZone } = usePerson();
  return (
    <>
      <StatusTag tone={statusTones[invite.status]}>{words.statuses[invite.status]}</StatusTag>{' '}
      <span className={styles.when}>{whenOf(invite, timeZone)}</span>
    </>
  );
}

function whenOf({ status, expiresAt, acceptedAt }: Invite, zone: string): string {
  if (status === 'ACCEPTED' && acceptedAt !== null) return fullDate(acceptedAt, zone);
  if (status === 'REVOKED') return '';
  return status === 'EXPIRED' ? fullDate(expiresAt, zone) : words.expiresOn(fullDate(expiresAt, zone));
}

/**
 * Sends an invite again, one at a time, and shows the result. An administrator's requires a fresh proof, like the first
 * one.
 */
function useResend() {
  const { pending, message, say, submit } = useProvenSubmission();
  const [last, setLast] = useState<string | null>(null);
  // This result replaces the one before.
  const snackbar = useRef(0);
  const replaceSnackbar = useCallback((news: SnackbarMessage) => {
    dismissSnackbar(snackbar.current);
    snackbar.current = showSnackbar(news);
  }, []);
  useEffect(() => {
    if (message) replaceSnackbar(message);
  }, [message, replaceSnackbar]);
  const resend = async ({ id, email }: Invite) => {
    setLast(id);
    const answer = await submit(resendInvite, { params: { id } });
    if (answer?.ok && answer.body.status === 'AWAITS_APPROVAL')
      replaceSnackbar({ severity: 'info', text: words.resendAwaits });
    else if (answer?.ok) replaceSnackbar({ severity: 'success', text: words.resent(email) });
    else if (answer?.code === 'RESEND_LIMIT_REACHED')
      say({ severity: 'warning', text: tooSoon(answer.retryAfterSeconds ?? pauseSeconds), correlationId: null });
    await refreshTeam();
  };
  return { resending: pending ? last : null, resend: (invite: Invite) => void resend(invite) };
}

const pauseSeconds = sendQuota[0].windowSeconds;

/** Within the pause after each mail, or beyond the quota. */
const tooSoon = (seconds: number) =>
  (seconds <= pauseSeconds ? words.resentJustNow : words.resentOften)(spelledWait(seconds));
