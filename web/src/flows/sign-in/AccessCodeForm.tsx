import { Button } from '../../kit/actions/Button.tsx';
import { codeWords } from '../../messages/en/access/one-time-code.ts';
import { en } from '../../messages/en.ts';
import { CodeStep } from '../CodeStep.tsx';
import { OutboxHint } from '../OutboxHint.tsx';
import { StepHead } from '../StepHead.tsx';
import { deliveryOf, hasOtherWays, type CodeView, type SignInRequest } from './sign-in.ts';
import type { StepProps } from './SignInFlow.tsx';

/** The field for the code that was sent, and what to do if it does not arrive. */
export default function AccessCodeForm({
  view,
  request,
  message,
  isBusy,
  dispatch,
  submit,
}: StepProps & {
  view: CodeView;
  request: SignInRequest | null;
  /** The button's text, if the code does more than log in. */
  submit?: { label: string; pending: string };
}) {
  const isSending = request?.call === 'sendCode';
  return (
    <CodeStep
      code={view}
      field={codeWords.accessCode}
      message={view.message}
      error={message}
      pending={isSending ? 'sending' : isBusy ? 'checking' : null}
      onCode={(code) => dispatch({ type: 'codeEntered', code })}
      onResend={(now) => dispatch({ type: 'resendAsked', now })}
      submit={submit}
      head={
        <StepHead
          title={codeWords.heading}
          windowTitle={en.login.codeTitle}
          takesFocus={false}
          intro={<span role="status">{whereItIs(view, isSending && !request.again)}</span>}
        />
      }
      actions={
        <>
          {hasOtherWays(view) && (
            <Button
              variant="quiet"
              unavailable={request !== null}
              onClick={() => dispatch({ type: 'anotherWayAsked' })}
            >
              {codeWords.anotherWay}
            </Button>
          )}
          <Button variant="quiet" onClick={() => dispatch({ type: 'left' })}>
            {codeWords.back}
          </Button>
        </>
      }
      after={<OutboxHint />}
    />
  );
}

/** The sentence about the code: being sent, sent, or not sent. */
function whereItIs(view: CodeView, isFirst: boolean): string {
  const { type, masked } = deliveryOf(view);
  if (isFirst) return codeWords.sending(masked);
  if (view.hasNone) return codeWords.none;
  if (!view.isSent) return codeWords.notSent(masked);
  return type === 'Email' ? codeWords.sentByEmail(masked) : codeWords.sentByText(masked);
}
