import type { UserInfo } from '@florin/contract/program/user-info';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { registrationWords as words } from '../../../messages/en/access/registration.ts';
import { paths } from '../../../paths.ts';
import { marker, seemsSignedIn, setCurrentEpoch } from '../../../session/browser-session.ts';
import { errorMessage } from '../../../session/failures/error-message.ts';
import { findPerson } from '../../../session/visitor.ts';
import { markScriptedNavigation } from '../../../session/document.ts';
import { PublicFrame } from '../../../shell/frames/PublicFrame.tsx';
import { InService } from '../../../flows/service/InService.tsx';
import type { KeptInput } from './forms/DetailsForm.tsx';
import { NotOpened, Opening } from './Opening.tsx';
import { RegistrationWizard } from './RegistrationWizard.tsx';

/**
 * /registration, public; `?code=` is an invite's code (specification, section 2). A signed-in person adds the card to
 * their login.
 */
export function RegistrationPage() {
  const { code = null } = useSearch({ from: paths.registration });
  // The code is kept after it has left the address bar.
  const [inviteCode] = useState(code);
  const { person, failure, find, retry, retrying } = useVisitor();
  const typed = useRef<KeptInput | null>(null);
  const router = useRouter();
  // Anyone with the invite can use it, so once it is open it leaves the address bar and the history.
  const forgetInvite = useCallback(() => void router.navigate({ to: paths.registration, replace: true }), [router]);

  const isInvite = inviteCode !== null;
  return (
    <PublicFrame isSignedIn={Boolean(person)}>
      <InService>
        {failure !== null ? (
          <NotOpened
            isInvite={isInvite}
            {...errorMessage(failure, words.visitorFailed)}
            onRetry={retry}
            retrying={retrying}
          />
        ) : person === undefined ? (
          <Opening />
        ) : (
          <RegistrationWizard
            inviteCode={inviteCode}
            person={person}
            findVisitor={find}
            typed={typed}
            onInviteOpened={forgetInvite}
          />
        )}
      </InService>
    </PublicFrame>
  );
}

interface CurrentPerson {
  person: UserInfo | null | undefined;
  /** Why the person could not be loaded. */
  failure: unknown;
}

/** The signed-in person; undefined until known. Without a marker of a session no call is made. */
function useVisitor() {
  const [{ person, failure }, setFound] = useState<CurrentPerson>(() => ({
    person: seemsSignedIn() ? undefined : null,
    failure: null,
  }));
  const find = useCallback(() => {
    setCurrentEpoch(marker.read()?.epoch ?? null);
    return findPerson().then(
      (found) => setFound({ person: found.person, failure: null }),
      (error: unknown) => setFound((known) => ({ ...known, failure: error })),
    );
  }, []);
  const [retrying, setRetrying] = useState(false);
  const retry = () => {
    setRetrying(true);
    void find().then(() => setRetrying(false));
  };
  const isKnown = person !== undefined;
  useEffect(() => {
    if (!isKnown) void find();
  }, [isKnown, find]);
  const isNobody = person === null;
  useEffect(() => {
    if (!isNobody) return;
    // Another tab of this browser has signed in, perhaps another person: an unproven registration here is not theirs.
    const follow = ({ key }: StorageEvent) => {
      if (key !== marker.key || !seemsSignedIn()) return;
      markScriptedNavigation();
      window.location.reload();
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, [isNobody]);
  return { person, failure, find, retry, retrying };
}
