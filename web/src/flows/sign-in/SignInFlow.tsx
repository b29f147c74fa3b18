import type { SignedIn } from '@florin/contract/access/login';
import { Suspense, lazy, useEffect, useLayoutEffect, useState, type ReactNode, useSyncExternalStore } from 'react';
import type { Message } from '../../kit/forms/FormMessage.tsx';
import { onSignedIn, preloadApp } from '../../session/enter.ts';
import { flowMessage } from '../flow-message.ts';
import { useBackStep } from '../use-back-step.ts';
import { useFlow } from '../use-flow.ts';
import { keptCode, signInCalls } from './calls.ts';
import { PasswordForm } from './PasswordForm.tsx';
import { depthOf, initialSignIn, signIn, type SignInEvent, type SignInState } from './sign-in.ts';
import { Notice } from '../../kit/feedback/Notice.tsx';
import { en } from '../../messages/en.ts';
import { loginNotice } from '../../session/browser/login-notice.ts';
import { useSignedInElsewhere } from '../../session/use-signed-in-elsewhere.ts';

const DeliveryForm = lazy(() => import('./DeliveryForm.tsx'));
const EnrolledFactorForm = lazy(() => import('./EnrolledFactorForm.tsx'));
const loadCodeForm = () => import('./AccessCodeForm.tsx');
const AccessCodeForm = lazy(loadCodeForm);
const ChatPanel = lazy(() => import('../chat/ChatPanel.tsx'));

interface SignInFlowProps {
  /** The next step after the sign-in: by default the dashboard. */
  onEnd?: (answer: SignedIn) => unknown;
  /** The form's own texts, outside the login page. */
  head?: { title: string; intro: string };
  /** Shown below the form, instead of the link to the registration. */
  after?: ReactNode;
  /** The page the forgot pages lead back to, if not the login page. */
  from?: 'add-account';
}

const parts = { flow: signIn, begin: () => initialSignIn, calls: signInCalls, words: flowMessage };

/** Renders the steps of sign-in.ts, and leaves the page at its end. */
export function SignInFlow({ onEnd = onSignedIn, head, after, from }: SignInFlowProps) {
  const { state, dispatch, message, isBusy } = useFlow(parts);
  const { view, request, end } = state;

  const [hasBegun, setBegun] = useState(false);
  if (request !== null && !hasBegun) setBegun(true);
  useEffect(() => {
    if (!hasBegun) return;
    // Loaded while the server checks the password and the person reads the code. A failed load is repeated when needed.
    loadCodeForm().catch(() => {});
    void preloadApp();
  }, [hasBegun]);

  useEffect(() => {
    if (end?.kind === 'startSite') window.location.assign(end.url);
    if (end?.kind === 'signedIn') onEnd(end.body);
    // The sign-in ends once.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [end]);

  useKeptCode(state, dispatch);

  useBackStep('secondFactor', {
    depth: depthOf(view),
    onBack: () => dispatch({ type: 'wentBack' }),
    onForward: state.ahead.length > 0 ? () => dispatch({ type: 'wentForward' }) : null,
  });

  const step = { message, isBusy, dispatch };
  // The reason of a redirect is shown until the next event.
  const isUntouched = view.step === 'password' && view.message === null && state.attempts === 0;
  return (
    <>
      {isUntouched && <ArrivalNotice />}
      {view.step === 'password' && <PasswordForm state={state} {...step} head={head} after={after} from={from} />}
      {view.step === 'delivery' && (
        <Suspense>
          <DeliveryForm view={view} sent={state.lastSent?.view} {...step} />
        </Suspense>
      )}
      {view.step === 'enrolledFactor' && (
        <Suspense>
          <EnrolledFactorForm view={view} {...step} />
        </Suspense>
      )}
      {view.step === 'code' && (
        <Suspense>
          <AccessCodeForm view={view} request={request} {...step} />
        </Suspense>
      )}
      {state.hasFailed && view.step === 'password' && (
        <Suspense>
          <ChatPanel />
        </Suspense>
      )}
    </>
  );
}

/** The props of each step. */
export interface StepProps {
  /** The sentence of the view's message. */
  message: Message | null;
  /** A call is pending, or the session is issued and the dashboard is being loaded. */
  isBusy: boolean;
  dispatch: (event: SignInEvent) => void;
}

/** Keeps the step of a sent code for a reload of the page, and returns to it. */
function useKeptCode(state: SignInState, dispatch: (event: SignInEvent) => void): void {
  useEffect(() => {
    void keptCode().then((kept) => kept?.restoreCode(dispatch));
  }, [dispatch]);
  // Before the step is painted, so that a reload cannot come in between. The first call of the sign-in loads the code
  // for it.
  useLayoutEffect(() => {
    if (state !== initialSignIn) void keptCode().then((kept) => kept?.keepCode(state));
  }, [state]);
}

const never = () => () => {};

/** Why people were redirected to the login page, such as an invalid invite (specification, section 8). Shown once. */
function ArrivalNotice() {
  // Not in the server's HTML, because only a notice that appears later is announced.
  const left = useSyncExternalStore(never, loginNotice.read, () => null);
  const [notice, setNotice] = useState(left);
  const isBack = useSignedInElsewhere() !== null;
  if (left !== null && left !== notice) setNotice(left);
  useEffect(() => {
    if (notice !== null) loginNotice.remove();
  }, [notice]);
  if (notice === null) return null;
  const content = en.login.notices[notice];
  // A later login in another tab makes the older news wrong; SignedInElsewhere says it.
  if (isBack && content.severity === 'info') return null;
  return (
    <div role="alert">
      <Notice severity={content.severity}>
        <p>
          {content.text}
          {'more' in content && '.'}
        </p>
        {'more' in content && <p>{content.more}</p>}
      </Notice>
    </div>
  );
}
