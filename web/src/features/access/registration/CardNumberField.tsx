import type { ComponentProps } from 'react';
import { TextField } from '../../../kit/forms/TextField.tsx';
import { registrationWords } from '../../../messages/en/registration.ts';
import { cardGroups, formatTyped } from './format-typed.ts';

interface CardNumberFieldProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  hint?: string;
  error: string | null;
  /** The value before the change. */
  before: () => string;
  onChange: (event: { target: HTMLInputElement }) => unknown;
}

/** Sixteen digits, shown in groups of four as they stand on the card. */
export function CardNumberField({ before, onChange, ...field }: CardNumberFieldProps) {
  const { label, placeholder } = registrationWords.card;
  return (
    <TextField
      label={label}
      placeholder={placeholder}
      inputMode="numeric"
      autoComplete="cc-number"
      spellCheck={false}
      {...field}
      onChange={(event) => {
        formatTyped(event.target, before(), cardGroups);
        onChange(event);
      }}
    />
  );
}
