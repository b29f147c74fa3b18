import { Link, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { flowMessage } from '../../../flows/flow-message.ts';
import { InService } from '../../../flows/service/InService.tsx';
import { useFlow, outcome, type Performers } from '../../../flows/use-flow.ts';
import { Button, buttonClass } from '../../../kit/actions/Button.tsx';
import { CorrelationId } from '../../../kit/feedback/CorrelationId.tsx';
import { Spinner } from '../../../kit/text/Spinner.tsx';
import type { Message as FormMessage } from '../../../kit/forms/FormMessage.tsx';
import { autologinWords as words } from '../../../messages/en/access/autologin.ts';
import { shellWords } from '../../../messages/en/shell/shell.ts';
import { pageTitles } from '../../../messages/en/shell/pages.ts';
import { paths } from '../../../paths.ts';
import { forgetLinkSecret, linkSecret } from '../../../session/browser/link-secret.ts';
import { seemsSignedIn } from '../../../session/browser-session.ts';
import { enterAs } from '../../../session/enter.ts';
import { Message } from '../../../shell/failures/Message.tsx';
import { PublicFrame } from '../../../shell/frames/PublicFrame.tsx';
import { autologin, openAutologin, type AutologinCalls } from './autologin.ts';
import { destinationOf } from '../../../session/destination.ts';
import { redeemAutologinTicket } from '@florin/contract/access/autologin';
import { call } from '../../../api.ts';
import type { Refusal } from '../../../flows/flow.ts';
import { findPerson } from '../../../session/visitor.ts';
import { readSite } from '../../../site.ts';

const noTicket: Refusal = {
  kind: 'refusal',
  body: { Code: 'TICKET_INVALID', Message: 'no ticket' },
  correlationId: null,
};

const autologinCalls: Performers<AutologinCalls> = {
  async find() {
    await pageLoad();
    // Nothing to open ends no session.
    if (linkSecret('autologin') === null) return { kind: 'found', name: null };
    // The page can be older than the end of the service.
    await (await import('../../../flows/service/check-service.ts')).checkService();
    if (readSite().outOfService) return { kind: 'network' };
    const { person } = await findPerson();
    return { kind: 'found', name: person && `${person.firstName} ${person.lastName}` };
  },

  async redeem() {
    const ticket = linkSecret('autologin');
    if (ticket === null) return noTicket;
    const answer = await call(redeemAutologinTicket, { body: { ticket } });
    // A text that is no ticket is refused like an invalid one.
    if (!answer.ok && answer.code === 'VALIDATION') return noTicket;
    return outcome(answer, ({ body }) => ({ kind: 'signedIn', body }));
  },
};

/** Resolves once the page has loaded: programs that only fetch addresses redeem nothing (reading 8). */
function pageLoad(): Promise<void> {
  if (document.readyState === 'complete') return Promise.resolve();
  return new Promise((resolve) => window.addEventListener('load', () => resolve(), { once: true }));
}

const parts = { flow: autologin, begin: openAutologin, calls: autologinCalls, words: flowMessage };

/** /autologin/{ticket}?url=…: signs in with a one-time ticket and goes to one of the dashboard's own pages (reading 8). */
export const AutologinPage = () => (
  <PublicFrame>
    <InService>
      <AutologinSteps />
    </InService>
  </PublicFrame>
);

/** A ticket is kept until there is service. */
function AutologinSteps() {
  const { state, dispatch, message } = useFlow(parts);
  const { url = null } = useSearch({ from: paths.autologin });
  const [destination] = useState(() => destinationOf(url));
  const { view, end } = state;
  useEffect(() => {
    if (end === null) return;
    forgetLinkSecret();
    void enterAs(end.body.epoch, destination);
  }, [end, destination]);
  return (
    <>
      {view.step === 'asking' ? (
        <Message title={words.askHeading} text={words.ask(view.name)}>
          <Button variant="primary" onClick={() => dispatch({ type: 'agreed' })}>
            {words.goOn}
          </Button>
          <Link className={buttonClass()} to={paths.dashboard} replace onClick={forgetLinkSecret}>
            {words.stay(view.name)}
          </Link>
        </Message>
      ) : view.step === 'failed' && message !== null ? (
        <Failed
          message={message}
          onRetry={view.message.kind === 'network' ? () => dispatch({ type: 'retried' }) : undefined}
        />
      ) : (
        <div aria-busy="true">
          <Message title={pageTitles.autologin} text={words.signingIn}>
            <Spinner />
          </Message>
        </div>
      )}
    </>
  );
}

function Failed({ message: { text, correlationId }, onRetry }: { message: FormMessage; onRetry?: () => void }) {
  if (onRetry !== undefined)
    return (
      <Message title={words.failedHeading} text={text}>
        <Button variant="primary" onClick={onRetry}>
          {words.retry}
        </Button>
      </Message>
    );
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
