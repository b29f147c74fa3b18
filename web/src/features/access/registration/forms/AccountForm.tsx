import type { PasswordProblem } from '@florin/contract/access/password-problems';
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import * as v from 'valibot';
import { NewPasswordFields, type NewPassword } from '../../../../flows/password/NewPasswordFields.tsx';
import { StepHead } from '../../../../flows/StepHead.tsx';
import { Button } from '../../../../kit/actions/Button.tsx';
import { Checkbox } from '../../../../kit/forms/fields/Checkbox.tsx';
import { exactText } from '../../../../kit/forms/exact-text.ts';
import { FormShell } from '../../../../kit/forms/FormShell.tsx';
import { TextField } from '../../../../kit/forms/fields/TextField.tsx';
import formStyles from '../../../../kit/forms/form.module.css';
import { useContractForm } from '../../../../kit/forms/use-contract-form.ts';
import { registrationWords } from '../../../../messages/en/access/registration.ts';
import { shellWords } from '../../../../messages/en/shell/shell.ts';
import { paths } from '../../../../paths.ts';
import { AccountSchema, accountWords, NewUsername, refusedNameWords } from './account-schema.ts';
import { askForUsername } from '../calls.ts';
import type { Profile, Proof } from '../data.ts';
import { LogInInstead, typedIn, type KeptInput } from './DetailsForm.tsx';
import { offersEnhancedSecurity } from '../registration.ts';
import type { RegistrationState } from '../steps/state.ts';
import type { StepProps } from '../RegistrationWizard.tsx';

const words = registrationWords.account;
const none: readonly PasswordProblem[] = [];

/** Fourth page: username, password and enhanced security (specification, section 2). */
export function AccountForm({
  state,
  message,
  dispatch,
  takesFocus,
  proof,
  profile,
  typed,
}: StepProps & { proof: Proof; profile: Profile; typed: RefObject<KeptInput | null> }) {
  const { view, request } = state;
  const token = proof.access_token;
  const form = useContractForm(AccountSchema, {
    defaultValues: { username: typedIn(typed, token).username ?? state.username, turnOnMfa: false },
    words: accountWords,
  });
  const { refuse, getValues } = form;
  // A person who goes back to the details finds the username again, but not the password.
  useEffect(
    () => () => {
      typed.current = { ...typedIn(typed, token), username: getValues('username') };
    },
    [typed, token, getValues],
  );
  const passwords = useRef<NewPassword>({ password: '', confirmation: '', isGood: false });
  const [submits, setSubmits] = useState(0);
  const keepPassword = useCallback((entered: NewPassword) => {
    passwords.current = entered;
  }, []);

  const refusal = view.message?.kind === 'refusal' ? view.message.body : null;
  const refusedName = refusal && refusedNameWords(refusal);
  const otherFields = refusal?.Code === 'VALIDATION' ? refusal.Fields.filter(({ Field }) => Field !== 'username') : [];
  useEffect(() => {
    refuse(otherFields);
    // Fields are marked when the server has answered, not when the page re-renders.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [view.message]);

  const username = form.field('username');
  const typedName = form.watch('username').trim();
  // A refused name stays refused until another one is typed.
  const [onBlur, setOnBlur] = useState<{ name: string; text: string } | null>(null);
  const checkUsername = async () => {
    const name = form.getValues('username').trim();
    if (!v.is(NewUsername, name) || request !== null) return;
    const found = await askForUsername(name, proof.access_token);
    const text = found && refusedNameWords(found);
    if (text !== null) setOnBlur({ name, text });
  };

  const send = form.handleSubmit((entered) => {
    const { password, confirmation, isGood } = passwords.current;
    if (isGood) dispatch({ type: 'accountEntered', entry: { ...entered, password, confirmation } });
  });
  return (
    <FormShell
      layout="page"
      head={
        <StepHead
          title={words.heading}
          windowTitle={words.heading}
          intro={words.intro}
          takesFocus={takesFocus && refusedName === null}
        />
      }
      error={refusedName === null || otherFields.length > 0 ? message : null}
      errorFocus={otherFields.length > 0 ? 'nothing' : undefined}
      pending={request !== null}
      submit={{ label: words.submit, pending: words.submitting }}
      onSubmit={() => {
        setSubmits((count) => count + 1);
        return send();
      }}
      onRetry={view.message?.kind === 'network' ? () => dispatch({ type: 'retried' }) : undefined}
      after={
        <>
          <Accepts />
          <LogInInstead dispatch={dispatch} />
          <div className={formStyles.row}>
            <Button variant="quiet" onClick={() => dispatch({ type: 'wentBack' })}>
              {registrationWords.back}
            </Button>
          </div>
        </>
      }
    >
      <TextField
        label={words.username}
        hint={words.usernameHint}
        autoComplete="username"
        {...exactText}
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
        userInputs={userInputs(profile, state.details, typedName)}
        bearer={proof.access_token}
        onChange={keepPassword}
        problems={refusal?.Code === 'PASSWORD_REJECTED' ? refusal.Problems : none}
        submits={submits}
      />
      {offersEnhancedSecurity(proof) && (
        <Checkbox label={words.turnOnMfa} hint={words.turnOnMfaHint} {...form.register('turnOnMfa')} />
      )}
    </FormShell>
  );
}

/** The documents open in tabs of their own, so that nothing typed is lost. */
function Accepts() {
  const { terms, eSign, privacy } = shellWords.footer;
  return (
    <p className={formStyles.intro}>
      {words.accepts} <Document to={paths.termsAndConditions}>{terms}</Document> {words.and}{' '}
      <Document to={paths.eSignAgreement}>{eSign}</Document>. {words.privacy}{' '}
      <Document to={paths.privacyPolicy}>{privacy}</Document>.
    </p>
  );
}

const Document = ({ to, children }: { to: string; children: string }) => (
  <a href={to} target="_blank" rel="noreferrer" className={formStyles.link}>
    {children}
  </a>
);

/** Section 5: the texts that the password must not consist of. The names on file may have been corrected. */
const userInputs = (onFile: Profile, entered: RegistrationState['details'], username: string) => {
  const { firstName, lastName, businessName, cardLast4, email } = onFile;
  const names = [firstName, lastName, entered?.firstName, entered?.middleName, entered?.lastName];
  return [...new Set([...names, businessName, cardLast4, email, username])].filter((text) => text) as string[];
};
