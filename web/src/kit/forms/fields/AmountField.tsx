import type { ComponentProps } from 'react';
import { classNames } from '../../class-names.ts';
import { Field, type FieldWords } from './Field.tsx';
import styles from './Field.module.css';

type AmountFieldProps = FieldWords & Omit<ComponentProps<'input'>, 'id' | 'type' | 'inputMode' | 'autoComplete'>;

/** An amount in US dollars. The dollar sign is in the field, before the typed text. The label names the currency. */
export function AmountField({ label, aside, hint, error, ...input }: AmountFieldProps) {
  return (
    <Field label={label} aside={aside} hint={hint} error={error}>
      {(control) => (
        <div className={styles.box}>
          <span className={styles.start} aria-hidden="true">
            $
          </span>
          <input
            type="text"
            inputMode="decimal"
            autoComplete="off"
            {...input}
            {...control}
            className={classNames(styles.input, styles.withStart)}
          />
        </div>
      )}
    </Field>
  );
}
