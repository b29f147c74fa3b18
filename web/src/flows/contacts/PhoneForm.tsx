import { addPhone, type Contact } from '@florin/contract/contacts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../../kit/actions/Button.tsx';
import { FormActions } from '../../kit/forms/FormActions.tsx';
import { FormMessage } from '../../kit/forms/FormMessage.tsx';
import { TextField } from '../../kit/forms/TextField.tsx';
import { useContractForm } from '../../kit/forms/use-contract-form.ts';
import { ComboboxField } from '../../kit/pickers/ComboboxField.tsx';
import { contactsWords } from '../../messages/en/contacts.ts';
import { en } from '../../messages/en.ts';
import { useProvenSubmission } from '../step-up/StepUpProvider.tsx';
import styles from './contacts.module.css';
import { keepContact, phoneCountriesQuery, refreshContacts } from './queries.ts';

const words = contactsWords.phoneForm;
/** Section 9: the default, and always among the countries. */
const unitedStates = { countryCode: 'US', countryName: words.unitedStates, dialingCode: '+1' };

interface PhoneFormProps {
  /** The phone is kept unconfirmed, and its code is on the way. */
  onSent: (contact: Contact) => void;
  /** Buttons beside the main one. */
  children?: ReactNode;
}

/** A new phone: country and number. Sending it sends the code. */
export function PhoneForm({ onSent, children }: PhoneFormProps) {
  const countries = useQuery(phoneCountriesQuery()).data ?? [];
  const { pending, message, say, submit } = useProvenSubmission();
  const form = useContractForm(addPhone.body, {
    defaultValues: { countryCode: unitedStates.countryCode, phone: '' },
    words: { phone: { missing: words.phoneRequired, PHONE_NOT_ALLOWED: en.errors.PHONE_NOT_ALLOWED } },
  });
  const send = form.handleSubmit(async (body) => {
    const answer = await submit(addPhone, { body });
    if (answer === null) return;
    if (answer.ok) {
      keepContact(answer.body);
      onSent(answer.body);
    } else if (answer.code === 'PHONE_NOT_ALLOWED') {
      say(null);
      form.setError('phone', { message: 'PHONE_NOT_ALLOWED' }, { shouldFocus: true });
    } else if (answer.code === 'VALIDATION') form.refuse(answer.body.Fields);
    // The phone may have been kept although its code could not be sent.
    else void refreshContacts();
  });
  return (
    <form noValidate className={styles.form} onSubmit={(event) => void send(event)}>
      <ComboboxField
        label={words.country}
        options={withUnitedStates(countries).map(({ countryCode, countryName, dialingCode }) => ({
          id: countryCode,
          label: words.countryOption(countryName, dialingCode),
        }))}
        words={words.countries}
        {...form.field('countryCode')}
      />
      <TextField
        label={words.phone}
        hint={words.phoneHint}
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        {...form.field('phone')}
      />
      <FormMessage message={message} />
      <FormActions>
        {children}
        <Button type="submit" variant="primary" pending={pending} pendingLabel={words.sending}>
          {words.submit}
        </Button>
      </FormActions>
    </form>
  );
}

type Country = typeof unitedStates | { countryCode: string; countryName: string; dialingCode: string };

const withUnitedStates = (countries: readonly Country[]): readonly Country[] =>
  countries.some(({ countryCode }) => countryCode === unitedStates.countryCode)
    ? countries
    : [unitedStates, ...countries];
