import { Link, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { AskToLeave } from '../../../flows/AskToLeave.tsx';
import { CodeStep } from '../../../flows/CodeStep.tsx';
import { OutboxHint } from '../../../flows/OutboxHint.tsx';
import { StepHead } from '../../../flows/StepHead.tsx';
import { useFlow } from '../../../flows/use-flow.ts';
import { Button, buttonClass } from '../../../kit/actions/Button.tsx';
import { showSnackbar } from '../../../kit/feedback/Snackbar.tsx';
import type { Message } from '../../../kit/forms/FormMessage.tsx';
import { FormShell } from '../../../kit/forms/FormShell.tsx';
import formStyles from '../../../kit/forms/form.module.css';
import { factorCodeWords } from '../../../messages/en/access/factor-codes.ts';
import { codeWords } from '../../../messages/en/access/one-time-code.ts';
import { recoveryWords } from '../../../messages/en/access/recovery.ts';
import { enrolledFactorWords } from '../../../messages/en/access/enrolled-factors.ts';
import { en } from '../../../messages/en.ts';
import { paths } from '../../../paths.ts';
import { forgetLinkSecret, linkSecret } from '../../../session/browser/link-secret.ts';
import { keepReset, keptReset } from './kept-reset.ts';
import { loginNotice } from '../../../session/browser/login-notice.ts';
import { seemsSignedIn } from '../../../session/browser-session.ts';
import { enterAs } from '../../../session/enter.ts';
import { isLinkRefused, resetCalls } from './calls.ts';
import { Column } from './Column.tsx';
import { recoveryMessage } from './error-messages.ts';
import { MethodForm } from './MethodForm.tsx';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import { beginReset, reset, type ResetEvent, type ResetRequest, type VerificationView } from './reset.ts';
import { WaitingStep } from './WaitingStep.tsx';
import * as v from 'valibot';
import { useSite } from '../../../site.ts';
import { stored } from '../../../stored.ts';

const words = recoveryWords.reset;
const parts = {
  flow: reset,
  begin: () => restored() ?? beginReset(linkSecret('resetPassword')),
  calls: resetCalls,
  words: recoveryMessage,
};

/** /reset-password/{request_code}: renders the steps of reset.ts, and leaves the page at its end. */
export function ResetPasswordPage() {
  const router = useRouter();
  const [wantsLink] = useState(() => linkSecret('resetPassword') === null && wasLoadedAgain() && restored() === null);
  const { state, dispatch, message, isBusy } = useFlow(parts);
  const { view, request, end } = state;
  const { outOfService } = useSite();

  useEffect(() => {
    if (end === null || wantsLink) return;
    // The login page has no service either: the apology stays here.
    if (outOfService && end.kind !== 'signedIn') return;
    forgetLinkSecret();
    askedHere.remove();
    // Section 4: after success the person is logged in and goes to the dashboard.
    if (end.kind === 'signedIn') void enterAs(end.body.epoch, paths.dashboard);
    else if (seemsSignedIn()) {
      showSnackbar({ severity: 'error', text: en.errors.RESET_LINK_INVALID });
      void router.navigate({ to: paths.dashboard, replace: true });
    } else {
      loginNotice.write('resetLinkInvalid');
      void router.navigate({ to: paths.login, replace: true });
    }
  }, [end, wantsLink, outOfService, router]);

  const requestCode = view.step === 'opening' && end === null && !outOfService ? view.requestCode : null;
  useEffect(() => {
    if (requestCode === null) return;
    // An unanswered check says nothing; opening the link will.
    void isLinkRefused(requestCode).then((isRefused) => isRefused && dispatch({ type: 'linkRefused' }));
  }, [requestCode, dispatch]);

  useEffect(() => {
    if (!wantsLink) keepReset(state, Date.now());
  }, [state, wantsLink]);

  const requestNumber = view.step === 'waiting' ? view.method.requestNumber : undefined;
  useEffect(() => {
    if (requestNumber !== undefined) askedHere.write(requestNumber);
    else if (view.step === 'confirmation') askedHere.remove();
  }, [requestNumber, view.step]);

  if (wantsLink)
    return (
      <Column>
        <ReopenStep asked={askedHere.read()} />
      </Column>
    );
  const step = { message, isBusy, dispatch };
  return (
    <Column>
      {view.step === 'opening' && (
        <AskToLeave text={words.leaving}>
          <OpeningStep {...step} />
        </AskToLeave>
      )}
      {(view.step === 'confirmation' || view.step === 'resend') && <MethodForm key={view.step} view={view} {...step} />}
      {view.step === 'verification' && <Verification view={view} request={request} {...step} />}
      {view.step === 'waiting' && <WaitingStep view={view} {...step} />}
      {view.step === 'reset' && <NewPasswordForm view={view} {...step} />}
    </Column>
  );
}

/** The code step that a reload has interrupted; a newly opened link begins anew. */
const restored = () => (linkSecret('resetPassword') === null && wasLoadedAgain() ? keptReset(Date.now()) : null);

/** The props of each step. */
export interface StepProps {
  /** The sentence of the view's message. */
  message: Message | null;
  /** A call is pending, or the reset has ended. */
  isBusy: boolean;
  dispatch: (event: ResetEvent) => void;
}

/** After a reload, or Back to a page that the browser has dropped, the document with the link is gone. */
const wasLoadedAgain = () =>
  performance
    .getEntriesByType('navigation')
    .some((entry) => ['reload', 'back_forward'].includes((entry as PerformanceNavigationTiming).type));

/** A link is opened only by a press of the button (security design P12). */
function OpeningStep({ message, isBusy, dispatch }: StepProps) {
  const { heading, intro, submit, submitting } = words.opening;
  return (
    <FormShell
      layout="page"
      head={<StepHead title={heading} intro={intro} takesFocus={false} />}
      error={message}
      pending={isBusy}
      submit={{ label: submit, pending: submitting }}
      onSubmit={() => dispatch({ type: 'opened' })}
    />
  );
}

/**
 * A reload has lost the link (decision 026): the one in the mail still works. `asked` is the number of the request to
 * the administrators, whose state the page cannot load without the link.
 */
function ReopenStep({ asked }: { asked: string | null }) {
  const { reopen } = words;
  return (
    <div className={formStyles.form}>
      <StepHead title={reopen.heading} intro={reopen.intro} takesFocus={false}>
        <p className={formStyles.intro}>{asked === null ? reopen.goesOn : reopen.asked(asked)}</p>
      </StepHead>
      <Link className={buttonClass({ size: 'lg', full: true })} to={paths.forgotPassword}>
        {reopen.another}
      </Link>
    </div>
  );
}

/** 'Verification': the code that was sent, an authenticator code, or a backup code. */
function Verification({
  view,
  request,
  message,
  isBusy,
  dispatch,
}: StepProps & { view: VerificationView; request: ResetRequest | null }) {
  const { entityType } = view.method;
  const isText = entityType === 'PhoneNumber';
  const { heading, kind, field } = fields[entityType as keyof typeof fields] ?? fields.PhoneNumber;
  return (
    <CodeStep
      code={view}
      kind={kind}
      field={field}
      message={view.message}
      error={message}
      pending={request?.call === 'sendCode' ? 'sending' : isBusy ? 'checking' : null}
      onCode={(code) => dispatch({ type: 'codeEntered', code })}
      onResend={isText ? (now) => dispatch({ type: 'resendAsked', now }) : undefined}
      head={
        <StepHead title={heading} takesFocus={false}>
          <p role="status" className={formStyles.intro}>
            {whereItIs(view)}
          </p>
        </StepHead>
      }
      actions={
        <>
          {view.link.methods.length > 1 && (
            <Button variant="quiet" onClick={() => dispatch({ type: 'anotherWayAsked' })}>
              {codeWords.anotherWay}
            </Button>
          )}
          <Button variant="quiet" onClick={() => dispatch({ type: 'wentBack' })}>
            {codeWords.back}
          </Button>
        </>
      }
      after={isText && <OutboxHint />}
    />
  );
}

/** A sent code has the specification's name; others have their names of the sign-in. */
const fields = {
  PhoneNumber: {
    kind: 'digits',
    heading: codeWords.heading,
    field: { ...codeWords.accessCode, refused: words.verification.refused },
  },
  Authenticator: {
    kind: 'digits',
    heading: enrolledFactorWords.heading.Authenticator,
    field: factorCodeWords.authenticator,
  },
  BackupCode: {
    kind: 'backup',
    heading: enrolledFactorWords.heading.BackupCode,
    field: factorCodeWords.backupCode,
  },
} as const;

function whereItIs({ method: { entityType, entityMasked }, isSent, hasNone }: VerificationView): string {
  if (hasNone) return codeWords.none;
  if (entityType === 'Authenticator') return words.verification.authenticator;
  if (entityType === 'BackupCode') return words.verification.backupCode;
  return isSent ? codeWords.sentByText(entityMasked) : codeWords.notSent(entityMasked);
}

/**
 * The number of this tab's request to an administrator, to show it after a reload. It opens nothing, and replaces
 * neither the link nor the reset (security design P16).
 */
const askedHere = stored('florin-recovery-asked', v.string(), 'session');
