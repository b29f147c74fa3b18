import { useEffect, useRef, type ComponentProps } from 'react';
import { Field, type FieldWords } from '../../../../kit/forms/fields/Field.tsx';
import fieldStyles from '../../../../kit/forms/fields/Field.module.css';
import { NativeSelect } from '../../../../kit/forms/fields/NativeSelect.tsx';
import { registrationWords } from '../../../../messages/en/access/registration.ts';
import type { Country } from '../data.ts';
import { formatTyped } from './format-typed.ts';
import { loadPhones, phonesIfLoaded } from './phones.ts';
import styles from './PhoneField.module.css';

interface PhoneFieldProps extends FieldWords, Omit<ComponentProps<'input'>, 'id' | 'type' | 'onChange'> {
  label: string;
  countries: readonly Country[];
  /** Name and handlers of the country's list. */
  country: ComponentProps<'select'>;
  onChange: (event: { target: HTMLInputElement }) => unknown;
}

/** A country and a phone number, formatted while it is typed once the library is loaded. */
export function PhoneField({ label, aside, hint, error, countries, country, onChange, ...input }: PhoneFieldProps) {
  const words = registrationWords.details;
  const before = useRef('');
  const box = useRef<HTMLDivElement>(null);
  const countryCode = () => box.current?.querySelector('select')?.value ?? 'US';
  const type = (target: HTMLInputElement) => {
    const phones = phonesIfLoaded();
    if (phones) formatTyped(target, before.current, (text) => phones.format(text, countryCode()));
    before.current = target.value;
    onChange({ target });
  };
  const latestType = useRef(type);
  useEffect(() => {
    latestType.current = type;
  });
  useEffect(() => {
    let isShown = true;
    // Without the library numbers stay as typed; the form checks them when it is sent.
    loadPhones().then(
      () => {
        const field = box.current?.querySelector('input');
        // Fast typing can end before the library is loaded.
        if (!isShown || !field || before.current === '') return null;
        before.current = '';
        latestType.current(field);
        return null;
      },
      () => null,
    );
    return () => {
      isShown = false;
    };
  }, []);
  return (
    <Field label={label} aside={aside} hint={hint} error={error}>
      {(control) => (
        <div ref={box} className={styles.pair}>
          <NativeSelect
            {...country}
            aria-label={words.countryOf(label)}
            options={countries.map(({ countryCode: id, countryName, dialingCode }) => ({
              id,
              label: words.country(countryName, dialingCode),
            }))}
          />
          <input
            type="tel"
            autoComplete="tel-national"
            {...input}
            {...control}
            className={fieldStyles.input}
            onChange={(event) => type(event.target)}
          />
        </div>
      )}
    </Field>
  );
}
