import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useListAddress } from '../../../flows/lists/use-list-address.ts';
import { StepUpProvider } from '../../../flows/step-up/StepUpProvider.tsx';
import { Failure } from '../../../kit/feedback/Failure.tsx';
import { PageHead, WidePage } from '../../../kit/layout/Page.tsx';
import { BesideSheet } from '../../../kit/overlays/BesideSheet.tsx';
import { Dialog } from '../../../kit/overlays/Dialog.tsx';
import { pageTitles } from '../../../messages/en/pages.ts';
import { teamWords, teamWords as words } from '../../../messages/en/team-members.ts';
import { useEpoch } from '../../../session/browser-session.ts';
import { errorMessage } from '../../../session/failures/error-message.ts';
import { PermittedButton } from '../../../session/PermittedButton.tsx';
import { usePerson } from '../../../session/person.ts';
import { InviteForm } from './InviteForm.tsx';
import { InvitesPanel } from './InvitesPanel.tsx';
import { LockedCardsPanel } from './LockedCardsPanel.tsx';
import { MembersPanel } from './MembersPanel.tsx';
import { teamQuery } from './queries.ts';

// Loaded once somebody's details are opened.
const MemberSheet = lazy(() => import('./MemberSheet.tsx').then((module) => ({ default: module.MemberSheet })));

/** /team-members, for administrators: members, invites and locked cards. */
export function TeamMembersPage() {
  // A fresh proof renews the session, and the query's key with it.
  useEpoch();
  const person = usePerson();
  const team = useQuery(teamQuery());
  const [isInviting, setInviting] = useState(false);
  const address = useListAddress();
  // The sheet stays where it is, so that it can close.
  const [hasOpened, setOpened] = useState(false);
  if (address.search['open'] !== undefined && !hasOpened) setOpened(true);
  return (
    <StepUpProvider>
      <WidePage>
        <BesideSheet open={address.search['open'] !== undefined}>
          <WidePage>
            <PageHead
              title={pageTitles.teamMembers}
              intro={words.intro(person.businessName)}
              action={
                <PermittedButton permission="invites.send" variant="primary" onClick={() => setInviting(true)}>
                  {words.invite}
                </PermittedButton>
              }
            />
            {team.isError && !team.data ? (
              <Failure
                {...errorMessage(team.error, words.loadFailed)}
                onRetry={() => void team.refetch()}
                retrying={team.isFetching}
              />
            ) : (
              <>
                <LockedCardsPanel cards={team.data?.lockedCards} />
                <InvitesPanel invites={team.data?.invites} />
                <MembersPanel
                  team={team.data}
                  openId={address.search['open'] ?? null}
                  onOpen={(open) => address.change({ open })}
                />
              </>
            )}
          </WidePage>
        </BesideSheet>
        {(hasOpened || address.search['open'] !== undefined) && (
          <Suspense>
            <MemberSheet id={address.search['open'] ?? null} onClose={() => address.change({ open: null })} />
          </Suspense>
        )}
        <InviteDialog open={isInviting} onClose={() => setInviting(false)} />
      </WidePage>
    </StepUpProvider>
  );
}

interface InviteDialogProps {
  open: boolean;
  onClose: () => void;
}

/** The dialog that invites a person by mail. Closing it clears the form. */
function InviteDialog({ open, onClose }: InviteDialogProps) {
  return (
    <Dialog open={open} title={teamWords.inviteDialog.title} onClose={onClose} holds>
      <InviteForm onDone={onClose} />
    </Dialog>
  );
}
