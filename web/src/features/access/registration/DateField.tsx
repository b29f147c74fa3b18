import type { ComponentProps } from 'react';
import { TextField } from '../../../kit/forms/TextField.tsx';
import { registrationWords } from '../../../messages/en/registration.ts';
import { dateParts, formatTyped } from './format-typed.ts';

interface DateFieldProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  error: string | null;
  /** The value before the change. */
  before: () => string;
  onChange: (event: { target: HTMLInputElement }) => unknown;
}

/** A date of birth as MM/DD/YYYY; the slashes come by themselves. */
export function DateField({ before, onChange, ...field }: DateFieldProps) {
  const { dateOfBirth, datePlaceholder } = registrationWords.details;
  return (
    <TextField
      label={dateOfBirth}
      placeholder={datePlaceholder}
      inputMode="numeric"
      autoComplete="off"
      {...field}
      onChange={(event) => {
        formatTyped(event.target, before(), dateParts);
        onChange(event);
      }}
    />
  );
}
