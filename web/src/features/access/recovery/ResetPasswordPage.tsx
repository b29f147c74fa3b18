import { useRouter } from '@tanstack/react-router';
import { useEffect, useReducer, useState } from 'react';
import { useRequests } from '../../../kit/forms/use-requests.ts';
import { showSnackbar } from '../../../kit/feedback/Snackbar.tsx';
import { en } from '../../../messages/en.ts';
import { paths } from '../../../paths.ts';
import { forgetLinkSecret, linkSecret } from '../../../session/link-secret.ts';
import { leaveLoginNotice } from '../../../session/login-notice.ts';
import { seemsSignedIn } from '../../../session/seems-signed-in.ts';
import { enterAs } from '../../../session/signed-in.ts';
import { askedHere, forgetAsked, noteAsked } from './asked-here.ts';
import { Column } from './Column.tsx';
import { performReset } from './requests.ts';
import { beginReset, reset } from './reset.ts';
import { MethodForm } from './MethodForm.tsx';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import { OpeningStep } from './OpeningStep.tsx';
import { ReopenStep } from './ReopenStep.tsx';
import { VerificationForm } from './VerificationForm.tsx';
import { WaitingStep } from './WaitingStep.tsx';

/** /reset-password/{request_code}: renders the state of reset.ts, makes its calls, and follows its end out of the page. */
export function ResetPasswordPage() {
  const router = useRouter();
  const [wantsLink] = useState(() => linkSecret('resetPassword') === null && wasLoadedAgain());
  const [state, dispatch] = useReducer(reset, linkSecret('resetPassword'), beginReset);
  const { view, flow, request, end } = state;
  useRequests(request, performReset, (made, answer) =>
    dispatch({ type: 'answered', request: made, answer, now: Date.now() }),
  );

  useEffect(() => {
    if (end === null || wantsLink) return;
    forgetLinkSecret();
    forgetAsked();
    // Section 4: after success the person is logged in and goes to the dashboard.
    if (end.kind === 'signedIn') void enterAs(end.answer.epoch, paths.dashboard);
    else if (seemsSignedIn()) {
      showSnackbar({ severity: 'error', text: en.errors.RESET_LINK_INVALID });
      void router.navigate({ to: paths.dashboard, replace: true });
    } else {
      leaveLoginNotice('resetLinkInvalid');
      void router.navigate({ to: paths.login, replace: true });
    }
  }, [end, wantsLink, router]);

  const requestNumber = view.step === 'waiting' ? view.method.requestNumber : undefined;
  useEffect(() => {
    if (requestNumber !== undefined) noteAsked(requestNumber);
    else if (view.step === 'confirmation') forgetAsked();
  }, [requestNumber, view.step]);

  const pending = request !== null || end !== null;
  return (
    <Column>
      {wantsLink && <ReopenStep asked={askedHere()} />}
      {!wantsLink && view.step === 'opening' && (
        <OpeningStep said={view.said} pending={pending} onOpen={() => dispatch({ type: 'opened' })} />
      )}
      {(view.step === 'confirmation' || view.step === 'resend') && flow !== null && (
        <MethodForm key={view.step} view={view} flow={flow} pending={pending} dispatch={dispatch} />
      )}
      {view.step === 'verification' && flow !== null && (
        <VerificationForm view={view} request={request} hasOtherWays={flow.methods.length > 1} dispatch={dispatch} />
      )}
      {view.step === 'waiting' && flow !== null && (
        <WaitingStep view={view} pending={pending} hasOtherWays={flow.methods.length > 1} dispatch={dispatch} />
      )}
      {view.step === 'reset' && flow !== null && (
        <NewPasswordForm view={view} flow={flow} pending={pending} dispatch={dispatch} />
      )}
    </Column>
  );
}

/** A reload, or the way back to a page that the browser has dropped: the document that had the link is gone. */
const wasLoadedAgain = () =>
  performance
    .getEntriesByType('navigation')
    .some((entry) => ['reload', 'back_forward'].includes((entry as PerformanceNavigationTiming).type));
