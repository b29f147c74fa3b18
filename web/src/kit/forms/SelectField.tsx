import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import { Field, type FieldWords } from './Field.tsx';
import fieldStyles from './Field.module.css';
import styles from './SelectField.module.css';

type SelectFieldProps = FieldWords & Omit<ComponentProps<'select'>, 'id'> & { describedBy?: string };

/** One of a list: the browser's own select, so that phones show their own picker. */
export function SelectField({ label, aside, hint, error, describedBy, children, ...select }: SelectFieldProps) {
  return (
    <Field label={label} aside={aside} hint={hint} error={error} describedBy={describedBy}>
      {(control) => (
        <select className={classNames(fieldStyles.input, styles.select)} {...select} {...control}>
          {children}
        </select>
      )}
    </Field>
  );
}
