import type { PasswordProblem } from '@florin/contract/password-problems';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Button } from '../../../kit/actions/Button.tsx';
import { Checkbox } from '../../../kit/forms/Checkbox.tsx';
import { FormMessage } from '../../../kit/forms/FormMessage.tsx';
import { TextField } from '../../../kit/forms/TextField.tsx';
import formStyles from '../../../kit/forms/form.module.css';
import { useContractForm } from '../../../kit/forms/use-contract-form.ts';
import { registrationWords } from '../../../messages/en/registration.ts';
import { NewPasswordFields, type NewPassword } from '../../../flows/password/NewPasswordFields.tsx';
import { AccountSchema, accountWords, NewUsername, refusedNameWords } from './account-schema.ts';
import type { Flow, Profile, Said } from './flow.ts';
import { offersEnhancedSecurity } from './registration.ts';
import { askForUsername } from './requests.ts';
import { isRefusal, saidWords } from './said-words.ts';
import { StepHead } from './StepHead.tsx';
import type { StepProps } from './StepProps.ts';
import styles from './wizard.module.css';
import * as v from 'valibot';

const words = registrationWords.account;
const none: readonly PasswordProblem[] = [];

/** Fourth page: username, password and enhanced security (specification, section 2). */
export function AccountForm({
  state,
  dispatch,
  takesFocus,
  flow,
  profile,
}: StepProps & { flow: Flow; profile: Profile }) {
  const { said, request } = state;
  const form = useContractForm(AccountSchema, {
    defaultValues: { username: state.username, turnOnMfa: false },
    words: accountWords,
  });
  const { setFocus, getValues, refuse } = form;
  const passwords = useRef<NewPassword>({ password: '', confirmation: '', isGood: false });
  const [submits, setSubmits] = useState(0);
  const message = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLFormElement>(null);
  const keepPassword = useCallback((entered: NewPassword) => {
    passwords.current = entered;
  }, []);

  const focusPassword = () => {
    const { password, passwordConfirmation } = box.current!.elements as unknown as Record<string, HTMLInputElement>;
    (passwords.current.password === passwords.current.confirmation || !password?.value
      ? password
      : passwordConfirmation
    )?.focus();
  };
  const refusedName = said?.kind === 'refusal' ? refusedNameWords(said.error) : null;
  // A name that is refused stays so until another one is typed.
  const [onBlur, setOnBlur] = useState<{ name: string; text: string } | null>(null);
  useEffect(() => {
    if (said === null) return;
    if (refusedName !== null) setFocus('username');
    else if (isRefusal(said, 'PASSWORD_REJECTED')) focusPassword();
    else if (said.kind === 'refusal' && said.error.Code === 'VALIDATION') refuse(said.error.Fields);
    else message.current?.focus();
    // Fields are marked when the server has answered, not when the page re-renders.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [said]);

  const username = form.field('username');
  const typedName = form.watch('username');
  const checkUsername = async () => {
    const asked = getValues('username');
    if (!v.is(NewUsername, asked) || request !== null) return;
    const refusal = await askForUsername(asked, flow.access_token);
    const text = refusal && refusedNameWords(refusal);
    if (text !== null) setOnBlur({ name: asked, text });
  };

  const submit = form.handleSubmit((entered) => {
    const { password, confirmation, isGood } = passwords.current;
    if (isGood) dispatch({ type: 'accountEntered', entry: { ...entered, password, confirmation } });
    else focusPassword();
  });
  const problems = said?.kind === 'refusal' && said.error.Code === 'PASSWORD_REJECTED' ? said.error.Problems : none;
  return (
    <form
      ref={box}
      noValidate
      className={formStyles.form}
      onSubmit={(event) => {
        event.preventDefault();
        setSubmits(submits + 1);
        if (request === null) void submit();
      }}
    >
      <StepHead title={words.heading} takesFocus={takesFocus && refusedName === null}>
        {words.intro}
      </StepHead>
      <div className={formStyles.fields}>
        <TextField
          label={words.username}
          hint={words.usernameHint}
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...username}
          error={
            username.error ??
            (typedName === state.username ? refusedName : null) ??
            (typedName === onBlur?.name ? onBlur.text : null)
          }
          onBlur={(event) => {
            void username.onBlur(event).then(() => checkUsername());
          }}
        />
        <NewPasswordFields
          userInputs={userInputs(profile, typedName)}
          bearer={flow.access_token}
          onChange={keepPassword}
          problems={problems}
          submits={submits}
        />
        {offersEnhancedSecurity(flow) && (
          <Checkbox label={words.turnOnMfa} hint={words.turnOnMfaHint} {...form.register('turnOnMfa')} />
        )}
      </div>
      <div className={formStyles.send}>
        <FormMessage
          ref={message}
          message={saidAbove(said)}
          onRetry={said?.kind === 'network' ? () => dispatch({ type: 'retried' }) : undefined}
        />
        <Button
          type="submit"
          variant="primary"
          size="lg"
          full
          pending={request !== null}
          pendingLabel={words.submitting}
        >
          {words.submit}
        </Button>
      </div>
      <p className={formStyles.after}>
        {registrationWords.details.haveLogin}{' '}
        <button
          type="button"
          className={`${formStyles.link} ${styles.linkButton}`}
          onClick={() => dispatch({ type: 'loginOpened' })}
        >
          {registrationWords.details.logIn}
        </button>
      </p>
      <div className={formStyles.row}>
        <Button variant="quiet" onClick={() => dispatch({ type: 'wentBack' })}>
          {registrationWords.back}
        </Button>
      </div>
    </form>
  );
}

/** A refused username is told at its field. */
const saidAbove = (said: Said | null) =>
  said?.kind === 'refusal' &&
  said.error.Code === 'VALIDATION' &&
  said.error.Fields.every(({ Field }) => Field === 'username')
    ? null
    : saidWords(said);

/** Section 5: what the password must not be made of. */
const userInputs = ({ firstName, lastName, businessName, cardLast4, email }: Profile, username: string) =>
  [firstName, lastName, businessName, cardLast4, email, username].filter(
    (text) => text !== null && text !== '',
  ) as string[];
