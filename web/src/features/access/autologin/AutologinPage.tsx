import { useEffect, useReducer, useState } from 'react';
import { Link } from '@tanstack/react-router';
import { Button, buttonClass } from '../../../kit/actions/Button.tsx';
import { CorrelationId } from '../../../kit/feedback/CorrelationId.tsx';
import { Spinner } from '../../../kit/feedback/Spinner.tsx';
import { useRequests } from '../../../kit/forms/use-requests.ts';
import { en } from '../../../messages/en.ts';
import { shellWords } from '../../../messages/en/shell.ts';
import { autologinWords as words } from '../../../messages/en/autologin.ts';
import { paths } from '../../../paths.ts';
import { forgetLinkSecret } from '../../../session/link-secret.ts';
import { errorMessage } from '../../../session/error-message.ts';
import { seemsSignedIn } from '../../../session/seems-signed-in.ts';
import { enterAs } from '../../../session/signed-in.ts';
import { Message } from '../../../shell/Message.tsx';
import { PublicFrame } from '../../../shell/PublicFrame.tsx';
import { autologin, openAutologin, type Said } from './autologin.ts';
import { destinationOf } from './destination.ts';
import { performAutologin } from './requests.ts';

/** /autologin/{ticket}?url=…: signs in with a one-time ticket and goes to one of the dashboard's own pages (reading 8). */
export function AutologinPage() {
  const [state, dispatch] = useReducer(autologin, null, openAutologin);
  const [destination] = useState(() => destinationOf(new URLSearchParams(window.location.search).get('url')));
  const { view, end } = state;
  useRequests(state.request, performAutologin, (request, answer) => dispatch({ type: 'answered', request, answer }));
  useEffect(() => {
    if (end === null) return;
    forgetLinkSecret();
    void enterAs(end.epoch, destination);
  }, [end, destination]);
  return (
    <PublicFrame>
      {view.step === 'asking' ? (
        <Message title={words.askHeading} text={words.ask(view.name)}>
          <Button variant="primary" onClick={() => dispatch({ type: 'agreed' })}>
            {words.goOn}
          </Button>
          <Link className={buttonClass()} to={paths.dashboard} replace onClick={forgetLinkSecret}>
            {words.stay(view.name)}
          </Link>
        </Message>
      ) : view.step === 'failed' ? (
        <Failed said={view.said} onRetry={() => dispatch({ type: 'retried' })} />
      ) : (
        <div aria-busy="true">
          <Message title={en.pages.autologin} text={words.signingIn}>
            <Spinner />
          </Message>
        </div>
      )}
    </PublicFrame>
  );
}

function Failed({ said, onRetry }: { said: Said; onRetry: () => void }) {
  if (said.kind === 'network')
    return (
      <Message title={words.failedHeading} text={words.network}>
        <Button variant="primary" onClick={onRetry}>
          {words.retry}
        </Button>
      </Message>
    );
  const { text, correlationId } = errorMessage({ body: said.error, correlationId: said.correlationId });
  const back = seemsSignedIn();
  return (
    <Message
      title={words.failedHeading}
      text={text}
      note={correlationId === null ? undefined : <CorrelationId value={correlationId} />}
    >
      <Link className={buttonClass({ variant: 'primary' })} to={back ? paths.dashboard : paths.login} replace>
        {back ? shellWords.back.toDashboard : words.logIn}
      </Link>
    </Message>
  );
}
