import { reportedPath } from '@florin/contract/program/reported-path';
import { reportBrokenLink } from '@florin/contract/program/support';
import { Suspense, lazy, useRef, useState } from 'react';
import { call, CallFailure } from '../../../api.ts';
import { Button, buttonClass } from '../../../kit/actions/Button.tsx';
import { CorrelationId } from '../../../kit/feedback/CorrelationId.tsx';
import { en } from '../../../messages/en.ts';
import { shellWords } from '../../../messages/en/shell/shell.ts';
import { paths } from '../../../paths.ts';
import { seemsSignedIn } from '../../../session/browser-session.ts';
import { useSignedInElsewhere } from '../../../session/use-signed-in-elsewhere.ts';
import { Message } from '../../../shell/failures/Message.tsx';
import { PublicFrame } from '../../../shell/frames/PublicFrame.tsx';
import { SignedInElsewhere } from '../../../shell/guards/SignedInElsewhere.tsx';
import { readSite } from '../../../site.ts';
import styles from './NotFoundPage.module.css';

const Captcha = lazy(() => import('../../../flows/captcha/Captcha.tsx'));

/** The 404 page by itself, for a route that turns out to lead nowhere. */
export const NotFoundPage = () => (
  <PublicFrame>
    <NotFound />
  </PublicFrame>
);

/** Any address without a page (specification section 2, 404). Plain links: it also stands where nothing else is loaded. */
export function NotFound() {
  const words = shellWords.notFound;
  const [wasSignedIn] = useState(seemsSignedIn);
  const isBack = useSignedInElsewhere() !== null;
  const signedIn = wasSignedIn || isBack;
  const canGoBack = window.history.length > 1;
  return (
    <>
      <Message mark="404" title={words.title} text={words.text} note={!wasSignedIn && <SignedInElsewhere />}>
        {signedIn && canGoBack && <Button onClick={() => window.history.back()}>{words.goBack}</Button>}
        <a className={buttonClass({ variant: 'primary' })} href={signedIn ? paths.dashboard : paths.login}>
          {signedIn ? words.goToDashboard : words.login}
        </a>
      </Message>
      <ReportLink />
    </>
  );
}

const words = shellWords.notFound;

/** Reports the address at hand to support: only its path, because the rest can be a secret. */
function ReportLink() {
  const { state, report } = useReport();
  if (state.kind === 'sent')
    return (
      <p role="status" className={styles.report}>
        {words.reported(state.reference)}
      </p>
    );
  if (state.kind === 'captcha')
    return (
      <div className={styles.report}>
        <p role="status">{words.captcha}</p>
        <Suspense fallback={<p>{en.login.captcha.loading}</p>}>
          <Captcha
            key={state.attempts}
            action="support"
            difficulty={state.difficulty}
            takesFocus
            error={null}
            onToken={(token) => token !== null && report(token)}
          />
        </Suspense>
      </div>
    );
  return (
    <div className={styles.report}>
      <Button
        variant="quiet"
        onClick={() => report()}
        pending={state.kind === 'sending'}
        pendingLabel={words.reporting}
      >
        {words.report}
      </Button>
      <div role="alert">
        {state.kind === 'failed' && (
          <>
            <p>{words.notReported}</p>
            {state.correlationId !== null && <CorrelationId value={state.correlationId} />}
          </>
        )}
      </div>
    </div>
  );
}

type State =
  | { kind: 'ready' | 'sending' }
  | { kind: 'sent'; reference: string }
  | { kind: 'captcha'; difficulty: 1 | 2 | 3; attempts: number }
  | { kind: 'failed'; correlationId: string | null };

/** Sends the report of the address at hand, once at a time. */
function useReport(): { state: State; report: (recaptchaToken?: string) => void } {
  const [state, setState] = useState<State>({ kind: 'ready' });
  const attempts = useRef(0);
  const send = async (recaptchaToken?: string) => {
    const { slug } = readSite().program;
    const path = reportedPath(window.location.pathname).slice(0, 512);
    const body = { path, recaptchaToken, ...(slug !== null && { customSlug: slug }) };
    setState({ kind: 'sending' });
    try {
      const answer = await call(reportBrokenLink, { body });
      attempts.current += 1;
      if (answer.ok) setState({ kind: 'sent', reference: answer.body.reference });
      else if (answer.body.Code === 'RECAPTCHA_LOCK')
        setState({ kind: 'captcha', difficulty: answer.body.Difficulty, attempts: attempts.current });
      else setState({ kind: 'failed', correlationId: answer.correlationId });
    } catch (error) {
      setState({ kind: 'failed', correlationId: error instanceof CallFailure ? error.correlationId : null });
    }
  };
  return { state, report: (recaptchaToken) => void send(recaptchaToken) };
}
