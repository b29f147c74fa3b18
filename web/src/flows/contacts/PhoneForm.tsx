import { addPhone, type Contact } from '@florin/contract/access/contacts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FormShell } from '../../kit/forms/FormShell.tsx';
import { TextField } from '../../kit/forms/fields/TextField.tsx';
import { useContractForm } from '../../kit/forms/use-contract-form.ts';
import { ComboboxField } from '../../kit/pickers/ComboboxField.tsx';
import { contactsWords } from '../../messages/en/access/contacts.ts';
import { refusals } from '../../messages/en/refusals.ts';
import { useProvenSubmission } from '../step-up/StepUpProvider.tsx';
import { keepContact, phoneCountriesQuery, refreshContacts } from './queries.ts';

const words = contactsWords.phoneForm;
/** Section 9: the default, and always among the countries. */
const unitedStates = { countryCode: 'US', countryName: words.unitedStates, dialingCode: '+1' };

interface PhoneFormProps {
  /** The phone is saved as unconfirmed, and its code has been requested. */
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
    words: { phone: { missing: words.phoneRequired, PHONE_NOT_ALLOWED: refusals.PHONE_NOT_ALLOWED } },
  });
  const send = form.handleSubmit(async (body) => {
    const answer = await submit(addPhone, { body }, form.refuse);
    if (answer?.ok) {
      keepContact(answer.body);
      onSent(answer.body);
    } else if (answer?.code === 'PHONE_NOT_ALLOWED') {
      say(null);
      form.refuse([{ Field: 'phone', Problem: 'PHONE_NOT_ALLOWED' }]);
    }
    // The phone may have been saved although its code could not be sent.
    else if (answer && answer.code !== 'VALIDATION') void refreshContacts();
  });
  return (
    <FormShell
      error={message}
      pending={pending}
      submit={{ label: words.submit, pending: words.sending }}
      onSubmit={() => send()}
      actions={children}
    >
      <ComboboxField
        label={words.country}
        options={withUnitedStates(countries).map(({ countryCode, countryName, dialingCode }) => ({
          id: countryCode,
          label: words.countryOption(countryName, dialingCode),
        }))}
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
    </FormShell>
  );
}

type Country = typeof unitedStates | { countryCode: string; countryName: string; dialingCode: string };

const withUnitedStates = (countries: readonly Country[]): readonly Country[] =>
  countries.some(({ countryCode }) => countryCode === unitedStates.countryCode)
    ? countries
    : [unitedStates, ...countries];
