import { lazy, Suspense, useMemo, useState } from 'react';
import type { ListSearch } from '../../../flows/lists/search.ts';
import { useListAddress } from '../../../flows/lists/use-list-address.ts';
import { StepUpProvider } from '../../../flows/step-up/StepUpProvider.tsx';
import { TeamTabs } from '../../../flows/team/TeamTabs.tsx';
import { teamWords as words } from '../../../messages/en/access/team-members.ts';
import { useEpoch } from '../../../session/browser-session.ts';
import { wasLeftOpen } from '../../../session/kept-forms/use-kept-form.ts';
import { PermittedButton } from '../../../session/PermittedButton.tsx';
import { InviteList } from './InviteList.tsx';
import { showsInvites } from './list-search.ts';
import { LockedCardsPanel } from './LockedCardsPanel.tsx';
import { MemberList } from './MemberList.tsx';
import { inviteKey } from '../../../flows/team/refresh-team.ts';

// Loaded once a person is to be invited.
const InviteDialog = lazy(() => import('../../../flows/team/InviteDialog.tsx'));

/** Besides the list, the address opens the invite, as the command palette does. */
const ofList = ({ invite: _invite, ...list }: ListSearch): ListSearch => list;

/** /team-members, for administrators: members, invites and locked cards. */
export function TeamMembersPage() {
  // A fresh proof renews the session, and the query's key with it.
  useEpoch();
  const [isInviting, setInviting] = useState(() => wasLeftOpen(inviteKey));
  const { search, change } = useListAddress();
  const address = useMemo(() => ({ search: ofList(search), change }), [search, change]);
  const List = showsInvites(search) ? InviteList : MemberList;
  return (
    <StepUpProvider>
      <List
        address={address}
        invite={
          <PermittedButton permission="invites.send" variant="primary" onClick={() => setInviting(true)}>
            {words.invite}
          </PermittedButton>
        }
        tabs={
          <>
            <TeamTabs />
            <LockedCardsPanel />
          </>
        }
      />
      {(isInviting || search['invite'] !== undefined) && (
        <Suspense>
          <InviteDialog
            onClose={() => {
              setInviting(false);
              change({ invite: null });
            }}
          />
        </Suspense>
      )}
    </StepUpProvider>
  );
}
