import { useEffect, useState, type ComponentProps } from 'react';
import * as v from 'valibot';
import { CaptchaRow, useCaptcha } from '../../../../flows/captcha/CaptchaRow.tsx';
import { refusalCode } from '../../../../flows/flow.ts';
import { StepHead } from '../../../../flows/StepHead.tsx';
import { filledIn, networkOf } from '../../../../flows/card-face/format.ts';
import { CardObject } from '../../../../kit/card/CardObject.tsx';
import { useSite } from '../../../../site.ts';
import { FormShell } from '../../../../kit/forms/FormShell.tsx';
import formStyles from '../../../../kit/forms/form.module.css';
import { useContractForm } from '../../../../kit/forms/use-contract-form.ts';
import { registrationWords } from '../../../../messages/en/access/registration.ts';
import { paths } from '../../../../paths.ts';
import { cardNumberWords, TypedCardNumber } from './card-number.ts';
import { cardGroups, groupTyped } from './format-typed.ts';
import { FormattedField } from './FormattedField.tsx';
import type { StepProps } from '../RegistrationWizard.tsx';

const words = registrationWords.card;
const Schema = v.object({ cardNumber: TypedCardNumber });
const sentences = { cardNumber: cardNumberWords };

/** First page: the sixteen digits (specification, sections 2 and 5). */
export function CardForm({ state, message, dispatch, takesFocus }: StepProps) {
  const { view, request, joins } = state;
  const form = useContractForm(Schema, {
    mode: 'onSubmit',
    defaultValues: { cardNumber: cardGroups(state.cardNumber) },
    words: sentences,
  });
  const captcha = useCaptcha(state);
  const { setError, setFocus } = form;
  const [startsHere] = useState(takesFocus && view.message === null);
  useEffect(() => {
    if (startsHere) setFocus('cardNumber');
  }, [startsHere, setFocus]);
  const code = refusalCode(view.message);
  const isAtField = code === 'CARD_NOT_FOUND' || code === 'VALIDATION';
  useEffect(() => {
    if (isAtField) setError('cardNumber', { message: 'refused' }, { shouldFocus: true });
    // Once for each refusal, not at every render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [view.message]);

  const send = form.handleSubmit(({ cardNumber }) => {
    if (captcha.isReady()) dispatch({ type: 'cardEntered', cardNumber, recaptchaToken: captcha.token });
  });
  const isCaptcha = code === 'RECAPTCHA_LOCK';
  return (
    <FormShell
      layout="page"
      head={<StepHead title={words.heading} windowTitle={words.heading} intro={words.intro} takesFocus={false} />}
      error={isAtField || (isCaptcha && (captcha.isMissing || captcha.token !== null)) ? null : message}
      errorFocus={isCaptcha ? 'nothing' : undefined}
      pending={request !== null}
      submit={{ label: registrationWords.continue, pending: words.checking }}
      onSubmit={() => send()}
      onRetry={view.message?.kind === 'network' ? () => dispatch({ type: 'retried' }) : undefined}
      beforeButton={
        <CaptchaRow action="registration" words={registrationWords.captcha} state={state} captcha={captcha} />
      }
      after={
        !joins && (
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
        )
      }
    >
      <FillingCard number={form.watch('cardNumber')} />
      <CardNumberField {...form.field('cardNumber')} />
    </FormShell>
  );
}

/** The card in hand, which fills in as its digits are typed. */
function FillingCard({ number }: { number: string }) {
  const { name } = useSite().program;
  const digits = number.replaceAll(/\D/g, '');
  return <CardObject issuer={name} network={networkOf(digits)} number={filledIn(digits)} nameOnCard="" decoration />;
}

/** Sixteen digits, shown in groups of four as they stand on the card. */
export const CardNumberField = (field: Omit<ComponentProps<typeof FormattedField>, 'label' | 'format'>) => (
  <FormattedField
    label={words.label}
    placeholder={words.placeholder}
    autoComplete="cc-number"
    spellCheck={false}
    {...field}
    format={groupTyped}
  />
);
