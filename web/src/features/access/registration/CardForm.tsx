import { useEffect, useRef, useState } from 'react';
import * as v from 'valibot';
import { Button } from '../../../kit/actions/Button.tsx';
import { FormMessage } from '../../../kit/forms/FormMessage.tsx';
import formStyles from '../../../kit/forms/form.module.css';
import { useContractForm } from '../../../kit/forms/use-contract-form.ts';
import { registrationWords } from '../../../messages/en/registration.ts';
import { paths } from '../../../paths.ts';
import { CaptchaRow } from './CaptchaRow.tsx';
import { cardNumberWords, TypedCardNumber } from './card-number.ts';
import { CardNumberField } from './CardNumberField.tsx';
import { cardGroups } from './format-typed.ts';
import { isRefusal, saidWords } from './said-words.ts';
import { StepHead } from './StepHead.tsx';
import type { StepProps } from './StepProps.ts';
import { useCaptcha } from './use-captcha.ts';

const words = registrationWords.card;
const Schema = v.object({ cardNumber: TypedCardNumber });
const sentences = { cardNumber: cardNumberWords };

/** First page: the sixteen digits (specification, sections 2 and 5). */
export function CardForm({ state, dispatch, takesFocus }: StepProps) {
  const { said, request, joins } = state;
  const form = useContractForm(Schema, {
    mode: 'onSubmit',
    defaultValues: { cardNumber: cardGroups(state.cardNumber) },
    words: sentences,
  });
  const message = useRef<HTMLDivElement>(null);
  const captcha = useCaptcha(state);
  const { setError, setFocus } = form;
  const [startsHere] = useState(takesFocus && said === null);
  useEffect(() => {
    if (startsHere) setFocus('cardNumber');
  }, [startsHere, setFocus]);
  useEffect(() => {
    if (isRefusal(said, 'CARD_NOT_FOUND') || isRefusal(said, 'VALIDATION'))
      setError('cardNumber', { message: 'refused' }, { shouldFocus: true });
    else if (said !== null && !isRefusal(said, 'RECAPTCHA_LOCK')) message.current?.focus();
  }, [said, setError]);

  const told = isRefusal(said, 'RECAPTCHA_LOCK') && (captcha.isMissing || captcha.token !== null) ? null : said;
  const send = form.handleSubmit(({ cardNumber }) => {
    if (request === null && captcha.isReady())
      dispatch({ type: 'cardEntered', cardNumber, recaptchaToken: captcha.token });
  });
  return (
    <form noValidate className={formStyles.form} onSubmit={(event) => void send(event)}>
      <StepHead title={words.heading} takesFocus={false}>
        {words.intro}
      </StepHead>
      <CardNumberField {...form.field('cardNumber')} before={() => form.getValues('cardNumber')} />
      <div className={formStyles.send}>
        <CaptchaRow state={state} isMissing={captcha.isMissing} onToken={captcha.onToken} />
        <FormMessage
          ref={message}
          message={isRefusal(said, 'VALIDATION') ? null : saidWords(told)}
          onRetry={said?.kind === 'network' ? () => dispatch({ type: 'retried' }) : undefined}
        />
        <Button type="submit" variant="primary" size="lg" full pending={request !== null} pendingLabel={words.checking}>
          {registrationWords.continue}
        </Button>
      </div>
      {!joins && (
        <p className={formStyles.after}>
          {words.already}{' '}
          <a className={formStyles.link} href={paths.login}>
            {words.logIn}
          </a>{' '}
          {words.or}{' '}
          <a className={formStyles.link} href={paths.forgotPassword}>
            {words.resetPassword}
          </a>
          .
        </p>
      )}
    </form>
  );
}
