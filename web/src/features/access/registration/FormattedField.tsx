import { useRef, type ComponentProps } from 'react';
import { TextField } from '../../../kit/forms/TextField.tsx';
import { formatTyped } from './format-typed.ts';

interface FormattedFieldProps extends Omit<ComponentProps<typeof TextField>, 'onChange' | 'onFocus'> {
  /** Puts a text into its usual form. */
  format: (text: string) => string;
  onChange: (event: { target: HTMLInputElement }) => unknown;
}

/** A line of digits that is formatted while it is typed, such as groups of four. */
export function FormattedField({ format, onChange, ...field }: FormattedFieldProps) {
  const before = useRef('');
  return (
    <TextField
      inputMode="numeric"
      {...field}
      onFocus={({ target }) => {
        before.current = target.value;
      }}
      onChange={({ target }) => {
        formatTyped(target, before.current, format);
        before.current = target.value;
        onChange({ target });
      }}
    />
  );
}
