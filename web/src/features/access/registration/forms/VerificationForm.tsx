import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import * as v from 'valibot';
import { CaptchaRow, useCaptcha } from '../../../../flows/captcha/CaptchaRow.tsx';
import { CodeStep } from '../../../../flows/CodeStep.tsx';
import { refusalCode } from '../../../../flows/flow.ts';
import { OutboxHint } from '../../../../flows/OutboxHint.tsx';
import { StepHead } from '../../../../flows/StepHead.tsx';
import { Button } from '../../../../kit/actions/Button.tsx';
import formStyles from '../../../../kit/forms/form.module.css';
import { useFieldChecks } from '../../../../kit/forms/use-field-checks.ts';
import { registrationWords } from '../../../../messages/en/access/registration.ts';
import { paths } from '../../../../paths.ts';
import { CardNumberField } from './CardForm.tsx';
import { cardNumberWords, TypedCardNumber } from './card-number.ts';
import type { StepProps } from '../RegistrationWizard.tsx';

const words = registrationWords.code;
const field = {
  label: words.label,
  placeholder: words.placeholder,
  hint: `${words.hintLate} ${words.hintYear}`,
  required: words.required,
  tooLong: words.tooLong,
  refused: words.incorrect,
};
const numberError = (_: 'cardNumber', typed: string): string | null => {
  const [issue] = v.safeParse(TypedCardNumber, typed).issues ?? [];
  return issue ? cardNumberWords[issue.message as keyof typeof cardNumberWords] : null;
};

/** The code cannot be entered, or no other be sent: strangers may have used them up. */
const offersLink = (message: object | null): boolean => {
  const code = refusalCode(message);
  return code === 'VERIFICATION_LOCKED' || code === 'RESEND_LIMIT_REACHED' || isHeldBack(message);
};
const isHeldBack = (message: object | null) => message !== null && 'kind' in message && message.kind === 'heldBack';

/** Second page: the verification code (specification, sections 2 and 5). */
export function VerificationForm({ state, message, dispatch, takesFocus }: StepProps) {
  const { view, request, cardLast4 } = state;
  // A reload has forgotten the number: it is typed again.
  const needsNumber = state.cardNumber === '';
  const number = useFieldChecks(['cardNumber'], numberError);
  const captcha = useCaptcha(state);
  const [startsAtCode] = useState(takesFocus && !needsNumber);
  const [seen, setSeen] = useState(view.message);
  if (seen !== view.message) {
    setSeen(view.message);
    if (view.message?.kind === 'otherCard') number.setErrors({ cardNumber: words.otherCard });
  }
  const isAtCaptcha = refusalCode(view.message) === 'RECAPTCHA_LOCK' && (captcha.isMissing || captcha.token !== null);
  return (
    <CodeStep
      code={state.code}
      kind="verification"
      field={field}
      message={view.message}
      error={isAtCaptcha ? null : message}
      pending={request === null ? null : request.call === 'resendCode' ? 'sending' : 'checking'}
      mayBeSent={(form) => (!needsNumber || number.read(form) !== null) && captcha.isReady()}
      onCode={(code, form) => {
        const cardNumber = needsNumber ? v.parse(TypedCardNumber, number.read(form)?.cardNumber) : state.cardNumber;
        dispatch({ type: 'codeEntered', cardNumber, code, recaptchaToken: captcha.token });
      }}
      onResend={(now) => dispatch({ type: 'resendAsked', now })}
      onRetry={() => dispatch({ type: 'retried' })}
      submit={{ label: registrationWords.continue, pending: words.checking }}
      head={
        <StepHead
          title={words.heading}
          windowTitle={words.heading}
          intro={words.intro(cardLast4 ?? '')}
          takesFocus={takesFocus && !startsAtCode}
        />
      }
      startsElsewhere={!startsAtCode}
      captcha={<CaptchaRow action="registration" words={registrationWords.captcha} state={state} captcha={captcha} />}
      actions={
        <>
          {offersLink(view.message) && (
            <Link className={formStyles.link} to={paths.registrationLink}>
              {registrationWords.link.ask}
            </Link>
          )}
          <Button variant="quiet" onClick={() => dispatch({ type: 'wentBack' })}>
            {registrationWords.back}
          </Button>
        </>
      }
      after={<OutboxHint />}
    >
      {needsNumber && <CardNumberField hint={words.numberAgain} {...number.field('cardNumber')} />}
    </CodeStep>
  );
}
