import type { CaptchaAction } from '@florin/contract/captcha';
import { useEffect, useRef, type ReactNode, type SubmitEvent } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Button } from '../../../kit/actions/Button.tsx';
import { FormMessage } from '../../../kit/forms/FormMessage.tsx';
import formStyles from '../../../kit/forms/form.module.css';
import type { useContractForm } from '../../../kit/forms/use-contract-form.ts';
import { CaptchaRow, useCaptcha } from './CaptchaRow.tsx';
import type { ForgotState } from './forgot.ts';
import { saidWords } from './said-words.ts';

interface ForgotFormProps<In extends FieldValues, Out extends FieldValues> {
  form: ReturnType<typeof useContractForm<In, Out>>;
  state: ForgotState;
  action: CaptchaAction;
  words: { submit: string; submitting: string };
  /** The refusal stands at the field. */
  saidAtField: boolean;
  head: ReactNode;
  field: ReactNode;
  onSend: (values: Out, recaptchaToken: string) => void;
}

/** One field, the captcha and the button: the form of both forgot pages. */
export function ForgotForm<In extends FieldValues, Out extends FieldValues>({
  form,
  state,
  action,
  words,
  saidAtField,
  head,
  field,
  onSend,
}: ForgotFormProps<In, Out>) {
  const { said } = state;
  const captcha = useCaptcha(state);
  const element = useRef<HTMLFormElement>(null);
  const message = useRef<HTMLDivElement>(null);
  const asksForCaptcha = said?.kind === 'refusal' && said.error.Code === 'RECAPTCHA_LOCK';
  const told = said === null || saidAtField || (asksForCaptcha && captcha.token !== null) ? null : saidWords(said);
  useEffect(() => {
    if (said !== null && !saidAtField && !asksForCaptcha) message.current?.focus();
  }, [said, saidAtField, asksForCaptcha]);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (state.request !== null) return;
    const { token } = captcha;
    if (token === null) captcha.demand();
    void form.handleSubmit((values) => {
      if (token !== null) onSend(values, token);
    })(event);
  };
  return (
    <form ref={element} noValidate className={formStyles.form} onSubmit={submit}>
      {head}
      <div className={formStyles.fields}>{field}</div>
      <div className={formStyles.send}>
        <CaptchaRow action={action} state={state} isMissing={captcha.isMissing} onToken={captcha.onToken} />
        <FormMessage ref={message} message={told} />
        <Button
          type="submit"
          variant="primary"
          size="lg"
          full
          pending={state.request !== null}
          pendingLabel={words.submitting}
        >
          {words.submit}
        </Button>
      </div>
    </form>
  );
}
