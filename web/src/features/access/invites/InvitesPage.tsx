import { shortProfile, verifyInvite } from '@florin/contract/access/registration';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { call, CallFailure } from '../../../api.ts';
import { InService } from '../../../flows/service/InService.tsx';
import { useWindowTitle } from '../../../flows/use-window-title.ts';
import { buttonClass } from '../../../kit/actions/Button.tsx';
import { Failure } from '../../../kit/feedback/Failure.tsx';
import { Spinner } from '../../../kit/text/Spinner.tsx';
import { invitesWords as words } from '../../../messages/en/access/invites.ts';
import { paths } from '../../../paths.ts';
import { seemsSignedIn } from '../../../session/browser-session.ts';
import { thisDevice } from '../../../session/browser/device.ts';
import { goTo, logOut } from '../../../session/leave.ts';
import { loginNotice } from '../../../session/browser/login-notice.ts';
import { Message } from '../../../shell/failures/Message.tsx';
import { PublicFrame } from '../../../shell/frames/PublicFrame.tsx';
import styles from './InvitesPage.module.css';

/**
 * /invites?code=…: the inviter and the invited person. An invalid code ends any session and leads to the login page
 * (specification, section 4).
 */
export const InvitesPage = () => (
  <PublicFrame>
    <InService>
      <Arrival />
    </InService>
  </PublicFrame>
);

/** A code is resolved anew once there is service. */
function Arrival() {
  // The guard requires a code.
  const { code = '' } = useSearch({ from: paths.invites });
  const [found, setFound] = useState<Lookup | null>(null);
  useEffect(() => {
    if (found !== null) return undefined;
    const leaving = new AbortController();
    const resolve = async () => {
      const answer = await findInvitation(code, leaving.signal);
      if (leaving.signal.aborted) return;
      if (answer.kind === 'worthless') leave();
      else setFound(answer);
    };
    void resolve();
    return () => leaving.abort();
  }, [code, found]);

  return (
    <>
      {found === null && (
        <p role="status" className={styles.waiting}>
          <Spinner />
          {words.opening}
        </p>
      )}
      {found?.kind === 'failure' && <Unknown correlationId={found.correlationId} onRetry={() => setFound(null)} />}
      {found?.kind === 'invitation' && (
        <Message
          title={words.heading}
          text={words.text(found.invitation.businessName)}
          note={<p className={styles.to}>{words.to(found.invitation.name)}</p>}
        >
          <a
            className={buttonClass({ variant: 'primary', size: 'lg' })}
            href={`${paths.registration}?code=${encodeURIComponent(code)}`}
          >
            {words.accept}
          </a>
        </Message>
      )}
    </>
  );
}

/** The invitation could not be loaded, which says nothing about the code. */
function Unknown({ correlationId, onRetry }: { correlationId: string | null; onRetry: () => void }) {
  useWindowTitle(words.problemHeading);
  return (
    <div className={styles.failure}>
      <h1>{words.problemHeading}</h1>
      <Failure text={words.problem} correlationId={correlationId} onRetry={onRetry} />
    </div>
  );
}

function leave(): void {
  loginNotice.write('inviteInvalid');
  if (seemsSignedIn()) void logOut('user');
  else goTo(paths.login);
}

interface Invitation {
  businessName: string;
  name: string;
}

/** The result of an invite code: an invitation, an invalid code, or a failure that says nothing about the code. */
type Lookup =
  | { kind: 'invitation'; invitation: Invitation }
  | { kind: 'worthless' }
  | { kind: 'failure'; correlationId: string | null };

/** Resolves an invite code (specification, section 7). It uses nothing up. It never rejects. */
async function findInvitation(inviteCode: string, signal: AbortSignal): Promise<Lookup> {
  try {
    const invite = await call(verifyInvite, { body: { inviteCode, ...thisDevice() } }, { signal });
    if (!invite.ok) return invite.code === 'INVITE_INVALID' ? { kind: 'worthless' } : failure(invite.correlationId);
    const profile = await call(shortProfile, {}, { signal, bearer: invite.body.access_token });
    if (!profile.ok) return failure(profile.correlationId);
    const { businessName, firstName, lastName } = profile.body;
    return { kind: 'invitation', invitation: { businessName, name: `${firstName} ${lastName}` } };
  } catch (error) {
    return failure(error instanceof CallFailure ? error.correlationId : null);
  }
}

const failure = (correlationId: string | null): Lookup => ({ kind: 'failure', correlationId });
