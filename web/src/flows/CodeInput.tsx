import type { ReactNode, Ref } from 'react';
import { CodeField } from '../kit/forms/fields/CodeField.tsx';
import { TextField } from '../kit/forms/fields/TextField.tsx';
import type { CodeKind } from './code-step.ts';

/** The label of a code's field, and the error message for a text that is not a code. */
export interface CodeFieldWords {
  label: string;
  hint?: ReactNode;
  placeholder?: string;
  required: string;
  incomplete?: string;
  tooLong?: string;
  refused: string;
}

interface CodeInputProps {
  kind: CodeKind;
  words: CodeFieldWords;
  value: string;
  error: string | null;
  onChange: (text: string) => void;
  describedBy?: string | undefined;
  ref: Ref<HTMLInputElement>;
}

/** The field of a one-time code: six digits, or the text of its kind. */
export function CodeInput({ kind, words: { label, hint, placeholder }, onChange, ...rest }: CodeInputProps) {
  const field = { label, hint, ...rest };
  if (kind === 'digits') return <CodeField {...field} onChange={onChange} />;
  return (
    <TextField
      {...field}
      {...(kind === 'verification'
        ? { inputMode: 'numeric', autoComplete: 'one-time-code', placeholder }
        : { autoComplete: 'off' })}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
