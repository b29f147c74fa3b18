import type { ComponentProps } from 'react';
import { Field, type FieldWords } from './Field.tsx';
import styles from './Field.module.css';

type TextFieldProps = FieldWords & Omit<ComponentProps<'input'>, 'id'> & { describedBy?: string };

/** A line of text. It never blocks typing: limits are errors, not `maxlength`. */
export function TextField({ label, aside, hint, error, describedBy, ...input }: TextFieldProps) {
  return (
    <Field label={label} aside={aside} hint={hint} error={error} describedBy={describedBy}>
      {(control) => <input type="text" className={styles.input} {...input} {...control} />}
    </Field>
  );
}

type TextAreaProps = FieldWords & Omit<ComponentProps<'textarea'>, 'id'> & { describedBy?: string };

/** Several lines of text. */
export function TextAreaField({ label, aside, hint, error, describedBy, ...input }: TextAreaProps) {
  return (
    <Field label={label} aside={aside} hint={hint} error={error} describedBy={describedBy}>
      {(control) => <textarea className={styles.input} {...input} {...control} />}
    </Field>
  );
}
