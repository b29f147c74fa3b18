import type { CaptchaAction } from '@florin/contract/program/captcha';
import type { ErrorCode } from '@florin/contract/errors';
import { useEffect, type ReactNode } from 'react';
import type { FieldValues, Path } from 'react-hook-form';
import { CaptchaRow, useCaptcha } from '../../../flows/captcha/CaptchaRow.tsx';
import { fieldProblem, refusalCode } from '../../../flows/flow.ts';
import { StepHead } from '../../../flows/StepHead.tsx';
import { useFlow, type Performers } from '../../../flows/use-flow.ts';
import { FormShell } from '../../../kit/forms/FormShell.tsx';
import type { useContractForm } from '../../../kit/forms/use-contract-form.ts';
import { recoveryWords } from '../../../messages/en/access/recovery.ts';
import { recoveryMessage } from './error-messages.ts';
import { forgot, initialForgot, type ForgotCalls } from './forgot.ts';

/** Runs forgot.ts with the calls of a page. */
export const useForgot = (calls: Performers<ForgotCalls>) =>
  useFlow({ flow: forgot, begin: () => initialForgot, calls, words: recoveryMessage });

interface ForgotFormProps<In extends FieldValues, Out extends FieldValues> {
  forgot: ReturnType<typeof useForgot>;
  form: ReturnType<typeof useContractForm<In, Out>>;
  /** The name of the one field. */
  name: Path<In>;
  /** Refusals about the field, each with its problem. */
  refusals?: Partial<Record<ErrorCode, string>>;
  action: CaptchaAction;
  words: { heading: string; intro: string; submit: string; submitting: string };
  /** The page was opened from another one in the app. */
  takesFocus: boolean;
  children: ReactNode;
  valueOf: (values: Out) => string;
}

/** One field, the captcha and the button: the form of both forgot pages. */
export function ForgotForm<In extends FieldValues, Out extends FieldValues>({
  forgot: { state, message, isBusy, dispatch },
  form,
  name,
  refusals = {},
  action,
  words,
  takesFocus,
  children,
  valueOf,
}: ForgotFormProps<In, Out>) {
  const { view, attempts } = state;
  const captcha = useCaptcha(state);
  const code = refusalCode(view.message);
  const problem = fieldProblem(view.message, name) ?? (code && refusals[code]) ?? null;
  const { refuse } = form;
  useEffect(() => {
    if (problem !== null) refuse([{ Field: name, Problem: problem }]);
    // Once for each refusal, not at every render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [view.message]);

  const submit = async () => {
    const isReady = captcha.isReady();
    await form.handleSubmit((values) => {
      if (isReady && captcha.token !== null)
        dispatch({ type: 'submitted', value: valueOf(values), recaptchaToken: captcha.token });
    })();
  };
  const isCaptcha = code === 'RECAPTCHA_LOCK';
  return (
    <FormShell
      layout="page"
      head={<StepHead title={words.heading} intro={words.intro} takesFocus={takesFocus || attempts > 0} />}
      error={problem !== null || (isCaptcha && captcha.token !== null) ? null : message}
      errorFocus={isCaptcha ? 'nothing' : undefined}
      pending={isBusy}
      submit={{ label: words.submit, pending: words.submitting }}
      onSubmit={submit}
      beforeButton={<CaptchaRow action={action} words={recoveryWords.captcha} state={state} captcha={captcha} />}
    >
      {children}
    </FormShell>
  );
}
