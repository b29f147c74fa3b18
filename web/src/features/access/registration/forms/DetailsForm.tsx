import { useEffect, type RefObject } from 'react';
import { StepHead } from '../../../../flows/StepHead.tsx';
import { Button } from '../../../../kit/actions/Button.tsx';
import { FormShell } from '../../../../kit/forms/FormShell.tsx';
import { TextField } from '../../../../kit/forms/fields/TextField.tsx';
import formStyles from '../../../../kit/forms/form.module.css';
import { useContractForm } from '../../../../kit/forms/use-contract-form.ts';
import { registrationWords } from '../../../../messages/en/access/registration.ts';
import type { Details, Profile, Proof } from '../data.ts';
import { DetailsSchema, detailsWords, fieldOfForm, initialDetails } from './details-schema.ts';
import { dateParts, formatTyped } from './format-typed.ts';
import { FormattedField } from './FormattedField.tsx';
import { PhoneField } from './PhoneField.tsx';
import { loadPhones } from './phones.ts';
import { mayRestart, modeOf } from '../registration.ts';
import type { StepProps } from '../RegistrationWizard.tsx';
import styles from '../wizard.module.css';

const words = registrationWords.details;

/** What was typed in a registration, by its token. */
export interface KeptInput {
  token: string;
  details?: Details;
  username?: string;
}

/** What was typed in this registration, if anything. */
export const typedIn = ({ current }: RefObject<KeptInput | null>, token: string): KeptInput =>
  current?.token === token ? current : { token };

interface DetailsFormProps extends StepProps {
  profile: Profile;
  proof: Proof;
  /** Outlasts the form: an apology may replace it for a while (section 2). */
  typed: RefObject<KeptInput | null>;
}

/** Third page: the cardholder's details (specification, section 2). For signed-in people it is the last one. */
export function DetailsForm({ state, message, dispatch, takesFocus, profile, proof, typed }: DetailsFormProps) {
  const { view, request, countries } = state;
  const mode = modeOf(state);
  const form = useContractForm(DetailsSchema, {
    defaultValues: initialDetails(typedIn(typed, proof.access_token).details ?? state.details, profile, countries),
    words: detailsWords,
  });
  const { getValues } = form;
  const token = proof.access_token;
  useEffect(
    () => () => {
      typed.current = { ...typedIn(typed, token), details: getValues() };
    },
    [typed, token, getValues],
  );
  const { refuse } = form;
  const body = view.message?.kind === 'refusal' ? view.message.body : null;
  const refusedFields = body?.Code === 'VALIDATION' ? body.Fields : null;
  useEffect(() => {
    if (refusedFields) refuse(refusedFields.map(({ Field, Problem }) => ({ Field: fieldOfForm(Field), Problem })));
    // Fields are marked when the server has answered, not when the page re-renders.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [refusedFields]);

  const send = form.handleSubmit((details) => dispatch({ type: 'detailsEntered', details }));
  const isLast = state.joins;
  return (
    <FormShell
      layout="page"
      head={
        <StepHead
          title={words.heading}
          windowTitle={words.heading}
          intro={words.intro[mode](profile.businessName)}
          takesFocus={takesFocus}
        />
      }
      error={message}
      errorFocus={refusedFields ? 'nothing' : undefined}
      pending={request !== null}
      submit={{ label: isLast ? words.link : registrationWords.continue, pending: words.submitting }}
      // The library checks numbers; if it cannot be loaded, the server does.
      onSubmit={async () => {
        await loadPhones().catch(() => null);
        await send();
      }}
      onRetry={view.message?.kind === 'network' ? () => dispatch({ type: 'retried' }) : undefined}
      after={
        <>
          {!isLast && <LogInInstead dispatch={dispatch} />}
          {mayRestart(state) && (
            <div className={formStyles.row}>
              <Button variant="quiet" onClick={() => dispatch({ type: 'restarted' })}>
                {registrationWords.anotherCard}
              </Button>
            </div>
          )}
        </>
      }
    >
      {/* Fields are registered in their order on the page: the first wrong one gets the focus. */}
      <div className={styles.names}>
        <TextField label={words.firstName} autoComplete="given-name" {...form.field('firstName')} />
        <TextField
          label={words.middleName}
          aside={<span className={styles.hint}>{words.optional}</span>}
          autoComplete="additional-name"
          {...form.field('middleName')}
        />
      </div>
      <TextField label={words.lastName} autoComplete="family-name" {...form.field('lastName')} />
      {profile.nameOnCard !== '' && (
        <TextField label={words.nameOnCard} hint={words.nameOnCardHint} value={profile.nameOnCard} disabled readOnly />
      )}
      <FormattedField
        label={words.dateOfBirth}
        placeholder={words.datePlaceholder}
        autoComplete="off"
        {...form.field('dateOfBirth')}
        format={(input, before) => formatTyped(input, before, dateParts)}
      />
      <PhoneField
        label={words.homePhone}
        countries={countries}
        country={form.register('homeCountryCode')}
        {...form.field('homePhone')}
      />
      <PhoneField
        label={words.mobilePhone}
        aside={<span className={styles.hint}>{words.optional}</span>}
        hint={words.mobileHint}
        countries={countries}
        country={form.register('mobileCountryCode')}
        {...form.field('mobilePhone')}
      />
    </FormShell>
  );
}

export const LogInInstead = ({ dispatch }: Pick<StepProps, 'dispatch'>) => (
  <p className={formStyles.after}>
    {words.haveLogin}{' '}
    <button
      type="button"
      className={`${formStyles.link} ${styles.linkButton}`}
      onClick={() => dispatch({ type: 'loginOpened' })}
    >
      {words.logIn}
    </button>
  </p>
);
