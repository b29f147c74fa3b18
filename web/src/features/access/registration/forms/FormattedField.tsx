import { useRef, type ComponentProps } from 'react';
import { TextField } from '../../../../kit/forms/fields/TextField.tsx';

interface FormattedFieldProps extends Omit<ComponentProps<typeof TextField>, 'onChange' | 'onFocus'> {
  /** Puts the text of the field into its usual form; `before` is the text before the change. */
  format: (input: HTMLInputElement, before: string, isTyped: boolean) => void;
  onChange: (event: { target: HTMLInputElement }) => unknown;
}

/** Suggestions and input methods insert whole texts. */
const isOneKey = (event: Event) =>
  event instanceof InputEvent && event.inputType === 'insertText' && event.data?.length === 1;

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
      onChange={({ target, nativeEvent }) => {
        format(target, before.current, isOneKey(nativeEvent));
        before.current = target.value;
        onChange({ target });
      }}
    />
  );
}
