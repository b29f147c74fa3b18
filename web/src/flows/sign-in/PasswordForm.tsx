import { useRef, useState, type ReactNode } from 'react';
import { Button } from '../../kit/actions/Button.tsx';
import { exactText } from '../../kit/forms/exact-text.ts';
import { FormShell } from '../../kit/forms/FormShell.tsx';
import { PasswordField } from '../../kit/forms/fields/PasswordField.tsx';
import { TextField } from '../../kit/forms/fields/TextField.tsx';
import formStyles from '../../kit/forms/form.module.css';
import { useFieldChecks } from '../../kit/forms/use-field-checks.ts';
import { useHydrated } from '../../kit/forms/use-hydrated.ts';
import { en } from '../../messages/en.ts';
import { forgotPath, paths, registrationFromLogin } from '../../paths.ts';
import { typedUsername } from '../../session/browser/typed-username.ts';
import { useSite } from '../../site.ts';
import { CaptchaRow, useCaptcha } from '../captcha/CaptchaRow.tsx';
import { fieldProblem, refusalCode } from '../flow.ts';
import { StepHead } from '../StepHead.tsx';
import { loginFieldError } from './check-fields.ts';
import type { SignInState } from './sign-in.ts';
import type { StepProps } from './SignInFlow.tsx';

interface PasswordFormProps extends StepProps {
  state: SignInState;
  head?: { title: string; intro: string } | undefined;
  after?: ReactNode;
  /** The page the forgot pages lead back to, if not the login page. */
  from?: 'add-account' | undefined;
}

const words = en.login;

/** Username and password. It works before react-hook-form is loaded. */
export function PasswordForm({ state, message, isBusy, dispatch, head, after, from }: PasswordFormProps) {
  const { program } = useSite();
  const isReady = useHydrated();
  const { field, read, setErrors, isRefused } = useFieldChecks(['username', 'password'], loginFieldError);
  const password = useRef<HTMLInputElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const { attempts, request, view } = state;
  const captcha = useCaptcha(state);
  const isPasskeyAsked = request?.call === 'passkey';

  const [answered, setAnswered] = useState(attempts);
  if (answered !== attempts) {
    setAnswered(attempts);
    setErrors({ username: refusalOf(view.message, 'username'), password: refusalOf(view.message, 'password') });
  }

  const submit = (element: HTMLFormElement) => {
    if (isBusy) return;
    const entered = read(element);
    const mayBeSent = captcha.isReady();
    if (entered !== null && mayBeSent) dispatch({ type: 'submitted', ...entered, recaptchaToken: captcha.token });
  };

  const code = refusalCode(view.message);
  // The captcha itself shows that it is missing or solved. An invalid field shows its error.
  const isAtCaptcha = code === 'RECAPTCHA_LOCK' && (captcha.isMissing || captcha.token !== null);
  const error = isAtCaptcha || isRefused ? null : message;
  return (
    <FormShell
      ref={form}
      layout="page"
      error={error}
      errorId="login-message"
      errorFocus={code === 'RECAPTCHA_LOCK' ? 'nothing' : code === 'INVALID_CREDENTIALS' ? password : undefined}
      pending={isBusy && !isPasskeyAsked}
      submit={{ label: words.submit, pending: words.submitting }}
      onSubmit={submit}
      onRetry={view.message?.kind === 'network' && attempts > 0 ? () => form.current?.requestSubmit() : undefined}
      head={
        // Only after going back from the second factor. A newly loaded page does not move the focus.
        <StepHead
          title={head?.title ?? words.heading}
          intro={head?.intro ?? words.intro(program.name)}
          takesFocus={attempts > 0 && view.message === null}
        />
      }
      beforeButton={<CaptchaRow action="login" words={en.errors.RECAPTCHA_LOCK} state={state} captcha={captcha} />}
      actions={
        <Button
          size="lg"
          full
          pending={isPasskeyAsked}
          pendingLabel={words.passkeyWaiting}
          notYet={!isReady}
          onClick={() => {
            setErrors({});
            dispatch({ type: 'passkeyAsked' });
          }}
        >
          {words.passkey}
        </Button>
      }
      after={
        <>
          {code === 'LOCKED' && (
            <p className={formStyles.after}>
              <a className={formStyles.link} href={paths.loginLink} onClick={() => typedUsername.write(state.username)}>
                {words.loginLink}
              </a>
            </p>
          )}
          <p className={formStyles.after}>
            {after ?? (
              <>
                {words.newCard}{' '}
                <a className={formStyles.link} href={registrationFromLogin}>
                  {words.register}
                </a>
              </>
            )}
          </p>
        </>
      }
    >
      <TextField
        {...field('username')}
        label={words.username}
        autoComplete="username"
        {...exactText}
        defaultValue={state.username}
      />
      <PasswordField
        {...field('password')}
        ref={password}
        label={words.password}
        describedBy={error === null ? undefined : 'login-message'}
        autoComplete="current-password"
      />
      {/* After both fields, so that Tab leads from the username to the password. */}
      <p className={formStyles.forgot}>
        <a className={formStyles.aside} href={forgotPath(paths.forgotUsername, from)}>
          {words.forgotUsername}
        </a>
        <a className={formStyles.aside} href={forgotPath(paths.forgotPassword, from)}>
          {words.forgotPassword}
        </a>
      </p>
    </FormShell>
  );
}

const refusalOf = (message: object | null, field: string) => {
  const problem = fieldProblem(message, field);
  return problem && en.kit.fieldProblems[problem];
};
