import { useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { buttonClass } from '../../../kit/actions/Button.tsx';
import { Failure } from '../../../kit/feedback/Failure.tsx';
import { Spinner } from '../../../kit/text/Spinner.tsx';
import { invitesWords as words } from '../../../messages/en/invites.ts';
import { paths } from '../../../paths.ts';
import { goTo, logOut } from '../../../session/leave.ts';
import { loginNotice } from '../../../session/login-notice.ts';
import { seemsSignedIn } from '../../../session/browser-session.ts';
import { Message } from '../../../shell/Message.tsx';
import { PublicFrame } from '../../../shell/PublicFrame.tsx';
import { findInvitation, type Found } from './find-invitation.ts';
import styles from './InvitesPage.module.css';

/** /invites?code=…: who has invited whom. A worthless code ends any session and leads to the login page (specification, section 4). */
export function InvitesPage() {
  // The guard demands a code.
  const { code = '' } = useSearch({ from: paths.invites });
  const [found, setFound] = useState<Found | null>(null);
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
    <PublicFrame>
      {found === null && (
        <p role="status" className={styles.waiting}>
          <Spinner />
          {words.opening}
        </p>
      )}
      {found?.kind === 'failure' && (
        <div className={styles.failure}>
          <h1>{words.problemHeading}</h1>
          <Failure text={words.problem} correlationId={found.correlationId} onRetry={() => setFound(null)} />
        </div>
      )}
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
    </PublicFrame>
  );
}

function leave(): void {
  loginNotice.write('inviteInvalid');
  if (seemsSignedIn()) void logOut('user');
  else goTo(paths.login);
}
