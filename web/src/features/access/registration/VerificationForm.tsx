import { VerificationCode } from '@florin/contract/registration';
import { useEffect, useRef, useState } from 'react';
import * as v from 'valibot';
import { Button } from '../../../kit/actions/Button.tsx';
import { FormMessage } from '../../../kit/forms/FormMessage.tsx';
import { TextField } from '../../../kit/forms/TextField.tsx';
import formStyles from '../../../kit/forms/form.module.css';
import { useContractForm } from '../../../kit/forms/use-contract-form.ts';
import { registrationWords } from '../../../messages/en/registration.ts';
import { paths } from '../../../paths.ts';
import { useSite } from '../../../site.ts';
import { ResendButton } from '../../../flows/ResendButton.tsx';
import { CaptchaRow } from './CaptchaRow.tsx';
import { CardNumberField } from './CardNumberField.tsx';
import { cardNumberWords, TypedCardNumber } from './card-number.ts';
import type { Said } from './flow.ts';
import { isRefusal, saidWords } from './said-words.ts';
import { StepHead } from './StepHead.tsx';
import type { StepProps } from './StepProps.ts';
import { useCaptcha } from './use-captcha.ts';
import styles from './wizard.module.css';

const words = registrationWords.code;
const Schema = v.object({ cardNumber: TypedCardNumber, code: VerificationCode });
const sentences = {
  cardNumber: { ...cardNumberWords, other: words.otherCard },
  code: { missing: words.required, tooLong: words.tooLong, refused: words.incorrect },
};

/** What is said without taking the focus. */
const isNews = ({ kind }: Said) => kind === 'resent' || kind === 'heldBack';

/** Second page: the verification code (specification, sections 2 and 5). */
export function VerificationForm({ state, dispatch, takesFocus }: StepProps) {
  const { said, request, cardNumber, cardLast4 } = state;
  const { embeddedDelivery } = useSite();
  const form = useContractForm(Schema, { defaultValues: { cardNumber, code: '' }, words: sentences, mode: 'onSubmit' });
  const message = useRef<HTMLDivElement>(null);
  const captcha = useCaptcha(state);
  const { setError, setFocus } = form;
  const [startsAtCode] = useState(takesFocus && cardNumber !== '' && (said === null || isNews(said)));
  useEffect(() => {
    if (startsAtCode) setFocus('code');
  }, [startsAtCode, setFocus]);
  useEffect(() => {
    if (isRefusal(said, 'VERIFICATION_CODE_INVALID') || isRefusal(said, 'VALIDATION'))
      setError('code', { message: 'refused' }, { shouldFocus: true });
    else if (said?.kind === 'otherCard') setError('cardNumber', { message: 'other' }, { shouldFocus: true });
    else if (said !== null && !isNews(said) && !isRefusal(said, 'RECAPTCHA_LOCK')) message.current?.focus();
  }, [said, setError]);

  const told = isRefusal(said, 'RECAPTCHA_LOCK') && (captcha.isMissing || captcha.token !== null) ? null : said;
  const send = form.handleSubmit(({ cardNumber: number, code }) => {
    if (request === null && captcha.isReady())
      dispatch({ type: 'codeEntered', cardNumber: number, code: code.trim(), recaptchaToken: captcha.token });
  });
  return (
    <form noValidate className={formStyles.form} onSubmit={(event) => void send(event)}>
      <StepHead title={words.heading} takesFocus={takesFocus && !startsAtCode}>
        {words.intro(cardLast4 ?? '')}
      </StepHead>
      {cardNumber === '' && (
        <CardNumberField
          hint={words.numberAgain}
          {...form.field('cardNumber')}
          before={() => form.getValues('cardNumber')}
        />
      )}
      <TextField
        label={words.label}
        placeholder={words.placeholder}
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        hint={
          <>
            {words.hintLate} {words.hintYear}
          </>
        }
        {...form.field('code')}
      />
      <div className={formStyles.send}>
        <CaptchaRow state={state} isMissing={captcha.isMissing} onToken={captcha.onToken} />
        <FormMessage
          ref={message}
          message={isRefusal(said, 'VALIDATION') ? null : saidWords(told)}
          onRetry={said?.kind === 'network' ? () => dispatch({ type: 'retried' }) : undefined}
        />
        <Button
          type="submit"
          variant="primary"
          size="lg"
          full
          pending={request !== null && request.call !== 'resendCode'}
          pendingLabel={words.checking}
        >
          {registrationWords.continue}
        </Button>
      </div>
      <div className={formStyles.row}>
        <ResendButton
          availableAt={state.resendAt}
          pending={request?.call === 'resendCode'}
          onPress={() => dispatch({ type: 'resendAsked', now: Date.now() })}
        />
        <Button variant="quiet" onClick={() => dispatch({ type: 'wentBack' })}>
          {registrationWords.back}
        </Button>
      </div>
      {embeddedDelivery && (
        <p className={styles.hint}>
          {words.outboxHint}{' '}
          <a className={formStyles.link} href={paths.outbox} target="_blank">
            {words.outbox}
          </a>
          .
        </p>
      )}
    </form>
  );
}
