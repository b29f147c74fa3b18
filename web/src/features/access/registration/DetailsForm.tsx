import { useEffect, useRef, type RefObject } from 'react';
import { Button } from '../../../kit/actions/Button.tsx';
import { FormMessage } from '../../../kit/forms/FormMessage.tsx';
import { TextField } from '../../../kit/forms/TextField.tsx';
import formStyles from '../../../kit/forms/form.module.css';
import { useContractForm } from '../../../kit/forms/use-contract-form.ts';
import { registrationWords } from '../../../messages/en/registration.ts';
import { DateField } from './DateField.tsx';
import { DetailsSchema, detailsWords, fieldOfForm, initialDetails } from './details-schema.ts';
import type { Details, Flow, Profile } from './flow.ts';
import { PhoneField } from './PhoneField.tsx';
import { loadPhones } from './phones.ts';
import { mayRestart, modeOf } from './registration.ts';
import { saidWords } from './said-words.ts';
import { StepHead } from './StepHead.tsx';
import type { StepProps } from './StepProps.ts';
import styles from './wizard.module.css';

const words = registrationWords.details;

/** What somebody has typed for a registration, by its token. */
export interface TypedDetails {
  token: string;
  details: Details;
}

interface DetailsFormProps extends StepProps {
  profile: Profile;
  flow: Flow;
  /** Outlasts the form: an apology may stand in its place for a while (section 2). */
  typed: RefObject<TypedDetails | null>;
}

/** Third page: who the cardholder is (specification, section 2). For people who are signed in it is the last one. */
export function DetailsForm({ state, dispatch, takesFocus, profile, flow, typed }: DetailsFormProps) {
  const { said, request, countries } = state;
  const mode = modeOf(state);
  const form = useContractForm(DetailsSchema, {
    defaultValues: initialDetails(
      typed.current?.token === flow.access_token ? typed.current.details : state.details,
      profile,
      countries,
    ),
    words: detailsWords,
  });
  const { getValues } = form;
  const token = flow.access_token;
  useEffect(
    () => () => {
      typed.current = { token, details: getValues() };
    },
    [typed, token, getValues],
  );
  const message = useRef<HTMLDivElement>(null);
  const { refuse } = form;
  useEffect(() => {
    if (said?.kind === 'refusal' && said.error.Code === 'VALIDATION')
      refuse(said.error.Fields.map(({ Field, Problem }) => ({ Field: fieldOfForm(Field), Problem })));
    else if (said !== null) message.current?.focus();
    // Fields are marked when the server has answered, not when the page re-renders.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [said]);

  const send = form.handleSubmit((details) => dispatch({ type: 'detailsEntered', details }));
  const isLast = state.joins;
  return (
    <form
      noValidate
      className={formStyles.form}
      onSubmit={(event) => {
        event.preventDefault();
        // Numbers are checked with the library; where it cannot be loaded, by the server.
        if (request === null)
          void loadPhones()
            .catch(() => null)
            .then(() => send());
      }}
    >
      <StepHead title={words.heading} takesFocus={takesFocus}>
        {words.intro[mode](profile.businessName)}
      </StepHead>
      {/* Fields are registered in the order they stand in: the first wrong one gets the focus. */}
      <div className={formStyles.fields}>
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
          <TextField
            label={words.nameOnCard}
            hint={words.nameOnCardHint}
            value={profile.nameOnCard}
            disabled
            readOnly
          />
        )}
        <DateField {...form.field('dateOfBirth')} before={() => form.getValues('dateOfBirth')} />
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
      </div>
      <div className={formStyles.send}>
        <FormMessage
          ref={message}
          message={saidWords(said)}
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
          {isLast ? words.link : registrationWords.continue}
        </Button>
      </div>
      {!isLast && (
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
      )}
      {mayRestart(state) && (
        <div className={formStyles.row}>
          <Button variant="quiet" onClick={() => dispatch({ type: 'restarted' })}>
            {registrationWords.anotherCard}
          </Button>
        </div>
      )}
    </form>
  );
}
