import { Suspense, lazy, useEffect, useRef, useState, type ReactNode, type SubmitEvent } from 'react';
import { Button } from '../../kit/actions/Button.tsx';
import { FormMessage } from '../../kit/forms/FormMessage.tsx';
import { PasswordField } from '../../kit/forms/PasswordField.tsx';
import { TextField } from '../../kit/forms/TextField.tsx';
import formStyles from '../../kit/forms/form.module.css';
import { en } from '../../messages/en.ts';
import { forgotPath, paths, registrationFromLogin } from '../../paths.ts';
import { useSite } from '../../site.ts';
import { loginFieldError, type LoginField } from './check-fields.ts';
import { FormHead } from '../FormHead.tsx';
import { fieldRefusal, saidWords } from './said-words.ts';
import type { Said } from './sign-in.ts';
import { useHydrated } from '../../kit/forms/use-hydrated.ts';

const Captcha = lazy(() => import('../captcha/Captcha.tsx'));

interface PasswordFormProps {
  said: Said | null;
  pending: boolean;
  /** The browser asks for a passkey, or the server checks it. */
  passkeyPending: boolean;
  onPasskey: () => void;
  captchaDifficulty: 1 | 2 | 3 | null;
  /** Passwords answered so far: each answer spends the captcha. */
  attempts: number;
  initialUsername: string;
  head?: { title: string; intro: string };
  after?: ReactNode;
  /** The page the forgot pages lead back to, where it is not the login page. */
  from?: 'add-account';
  onSubmit: (entry: { username: string; password: string; recaptchaToken: string | null }) => void;
}

type Errors = Partial<Record<LoginField, string | null>>;

/**
 * Username and password. The inputs hold their own values, so that what was typed before the page listens stays.
 * A field is checked when it is left after typing, from then on at every change, and always when the form is sent.
 */
export function PasswordForm({
  said,
  pending,
  passkeyPending,
  onPasskey,
  captchaDifficulty,
  attempts,
  initialUsername,
  head,
  after,
  from,
  onSubmit,
}: PasswordFormProps) {
  const { program } = useSite();
  const words = en.login;
  const isReady = useHydrated();
  const [errors, setErrors] = useState<Errors>({});
  const [token, setToken] = useState<string | null>(null);
  const [captchaMissing, setCaptchaMissing] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const message = useRef<HTMLDivElement>(null);

  const [answeredSo, setAnsweredSo] = useState(attempts);
  if (answeredSo !== attempts) {
    setAnsweredSo(attempts);
    setToken(null);
    setErrors({ username: fieldRefusal(said, 'username'), password: fieldRefusal(said, 'password') });
  }

  useEffect(() => {
    if (said === null) {
      // Back from the second factor; a page that has just loaded takes no focus.
      if (attempts > 0) heading.current?.focus();
    } else if (said.kind === 'refusal' && said.error.Code === 'INVALID_CREDENTIALS') {
      control(form.current, 'password')?.focus();
    } else if (!asksForCaptcha(said)) message.current?.focus();
    // Focus moves when there is something new to say, not when the page re-renders.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [said]);

  const check = (field: LoginField, value: string) =>
    setErrors((all) => ({ ...all, [field]: loginFieldError(field, value) }));
  const watch = (field: LoginField) => ({
    onBlur: (event: { target: HTMLInputElement }) => {
      if (event.target.value !== '') check(field, event.target.value);
    },
    onChange: (event: { target: HTMLInputElement }) => {
      if (errors[field] !== undefined) check(field, event.target.value);
    },
  });

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending || passkeyPending) return;
    const username = control(event.currentTarget, 'username')?.value ?? '';
    const password = control(event.currentTarget, 'password')?.value ?? '';
    const found = { username: loginFieldError('username', username), password: loginFieldError('password', password) };
    setErrors(found);
    const needsCaptcha = captchaDifficulty !== null && token === null;
    setCaptchaMissing(needsCaptcha);
    const wrong = found.username !== null ? 'username' : found.password !== null ? 'password' : null;
    if (wrong !== null) control(event.currentTarget, wrong)?.focus();
    else if (!needsCaptcha) onSubmit({ username, password, recaptchaToken: token });
  };

  // The captcha says by itself that it is missing or done.
  const isAnsweredBelow = asksForCaptcha(said) && (captchaMissing || token !== null);
  const told = said === null || isAnsweredBelow || Object.values(errors).some(Boolean) ? null : saidWords(said);
  return (
    <form ref={form} method="post" noValidate className={formStyles.form} onSubmit={submit}>
      <FormHead ref={heading} title={head?.title ?? words.heading}>
        {head?.intro ?? words.intro(program.name)}
      </FormHead>
      <div className={formStyles.fields}>
        <TextField
          name="username"
          label={words.username}
          aside={
            <a className={formStyles.aside} href={forgotPath(paths.forgotUsername, from)}>
              {words.forgotUsername}
            </a>
          }
          error={errors.username}
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          defaultValue={initialUsername}
          {...watch('username')}
        />
        <PasswordField
          name="password"
          label={words.password}
          aside={
            <a className={formStyles.aside} href={forgotPath(paths.forgotPassword, from)}>
              {words.forgotPassword}
            </a>
          }
          error={errors.password}
          describedBy={told === null ? undefined : 'login-message'}
          autoComplete="current-password"
          {...watch('password')}
        />
      </div>
      <div className={formStyles.send}>
        {captchaDifficulty !== null && (
          <Suspense fallback={<p className={formStyles.hint}>{words.captcha.loading}</p>}>
            <Captcha
              key={attempts}
              action="login"
              difficulty={captchaDifficulty}
              takesFocus={asksForCaptcha(said)}
              error={captchaMissing && token === null ? en.errors.RECAPTCHA_LOCK : null}
              onToken={setToken}
            />
          </Suspense>
        )}
        <FormMessage
          ref={message}
          id="login-message"
          message={told}
          onRetry={said?.kind === 'network' && attempts > 0 ? () => form.current?.requestSubmit() : undefined}
        />
        <Button
          type="submit"
          variant="primary"
          size="lg"
          full
          pending={pending}
          pendingLabel={words.submitting}
          notYet={!isReady}
        >
          {words.submit}
        </Button>
        <Button
          size="lg"
          full
          pending={passkeyPending}
          pendingLabel={words.passkeyWaiting}
          notYet={!isReady}
          onClick={() => {
            setErrors({});
            onPasskey();
          }}
        >
          {words.passkey}
        </Button>
      </div>
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
    </form>
  );
}

const asksForCaptcha = (said: Said | null) => said?.kind === 'refusal' && said.error.Code === 'RECAPTCHA_LOCK';

const control = (form: HTMLFormElement | null, name: LoginField) =>
  form?.elements.namedItem(name) as HTMLInputElement | null;
