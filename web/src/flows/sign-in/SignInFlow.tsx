import type { SignedIn } from '@florin/contract/login';
import { Suspense, lazy, useEffect, useReducer, useRef, type ReactNode } from 'react';
import { onSignedIn, preloadApp } from '../../session/signed-in.ts';
import { ArrivalNotice } from './ArrivalNotice.tsx';
import { CodeForm } from './CodeForm.tsx';
import { DeliveryForm } from './DeliveryForm.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { perform } from './requests.ts';
import { initialSignIn, signIn } from './sign-in.ts';
import { useBackToPassword } from './use-back-to-password.ts';
import { en } from '../../messages/en.ts';
import { useStepTitle } from '../use-step-title.ts';

const StrongerForm = lazy(() => import('./StrongerForm.tsx'));
const ChatPanel = lazy(() => import('../chat/ChatPanel.tsx'));

interface SignInFlowProps {
  /** What follows the sign-in: by default the dashboard. */
  onEnd?: (answer: SignedIn) => unknown;
  /** The form's own words, where it stands elsewhere than on the login page. */
  head?: { title: string; intro: string };
  /** What stands below the form, in place of the way to the registration. */
  after?: ReactNode;
  /** The page the forgot pages lead back to, where it is not the login page. */
  from?: 'add-account';
}

/** Renders the state of sign-in.ts, makes the calls it asks for, and follows its end out of the page. */
export function SignInFlow({ onEnd = onSignedIn, head, after, from }: SignInFlowProps) {
  const [state, dispatch] = useReducer(signIn, initialSignIn);
  const { view, request, end } = state;

  const performed = useRef<object>(null);
  useEffect(() => {
    if (request === null || performed.current === request) return;
    // What comes after signing in is loaded while the server checks the password and the person reads the code.
    if (performed.current === null) void preloadApp();
    performed.current = request;
    void perform(request).then((answer) => dispatch({ type: 'answered', request, answer, now: Date.now() }));
  }, [request]);

  useEffect(() => {
    if (end?.kind === 'startSite') window.location.assign(end.url);
    if (end?.kind === 'signedIn') onEnd(end.answer);
    // The sign-in ends once.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [end]);

  useBackToPassword(view.step !== 'password', () => dispatch({ type: 'left' }));
  useStepTitle(view.step === 'code' ? en.login.codeTitle : null);

  const pending = request !== null || end !== null;
  // Why somebody was sent here is told until the next thing happens.
  const isUntouched = view.step === 'password' && view.said === null && state.attempts === 0;
  return (
    <>
      {isUntouched && <ArrivalNotice />}
      {view.step === 'password' && (
        <PasswordForm
          said={view.said}
          pending={pending && request?.call !== 'passkey'}
          passkeyPending={request?.call === 'passkey'}
          onPasskey={() => dispatch({ type: 'passkeyAsked' })}
          captchaDifficulty={state.captchaDifficulty}
          attempts={state.attempts}
          initialUsername={state.username}
          head={head}
          after={after}
          from={from}
          onSubmit={(entry) => dispatch({ type: 'submitted', ...entry })}
        />
      )}
      {view.step === 'delivery' && <DeliveryForm view={view} pending={pending} dispatch={dispatch} />}
      {view.step === 'stronger' && (
        <Suspense>
          <StrongerForm view={view} pending={pending} dispatch={dispatch} />
        </Suspense>
      )}
      {view.step === 'code' && <CodeForm view={view} request={request} isOver={end !== null} dispatch={dispatch} />}
      {state.hasFailed && view.step === 'password' && (
        <Suspense>
          <ChatPanel />
        </Suspense>
      )}
    </>
  );
}
