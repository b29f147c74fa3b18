import type { Ref } from 'react';
import { classNames } from '../../class-names.ts';
import { codeDigits } from '../code-text.ts';
import styles from './CodeField.module.css';
import { Field, type FieldWords } from './Field.tsx';

interface CodeFieldProps extends FieldWords {
  /** The digits typed so far, at most six. */
  value: string;
  onChange: (digits: string) => void;
  describedBy?: string;
  ref?: Ref<HTMLInputElement>;
}

const cells = [1, 2, 3, 4, 5, 6];

/**
 * A six-digit one-time code: one native input (screen readers, paste and the phone's autofill see a single field, WCAG
 * 3.3.8), drawn as six cells.
 */
export function CodeField({ value, onChange, label, aside, hint, error, describedBy, ref }: CodeFieldProps) {
  return (
    <Field label={label} aside={aside} hint={hint} error={error} describedBy={describedBy}>
      {(control) => (
        <div className={styles.frame}>
          <div className={classNames(styles.code, control['aria-invalid'] && styles.invalid)}>
            <div className={styles.cells} data-filled={value.length} aria-hidden="true">
              {cells.map((cell) => (
                <span key={cell} className={styles.cell} />
              ))}
            </div>
            <div className={styles.clip}>
              <input
                ref={ref}
                {...control}
                type="text"
                inputMode="numeric"
                autoComplete="one-time-code"
                autoCorrect="off"
                spellCheck={false}
                enterKeyHint="go"
                className={styles.input}
                value={value}
                onChange={(event) => onChange(codeDigits(event.target.value, cells.length))}
              />
            </div>
          </div>
        </div>
      )}
    </Field>
  );
}
