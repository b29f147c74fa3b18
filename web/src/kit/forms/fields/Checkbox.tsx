import { useId, type ComponentProps, type ReactNode } from 'react';
import styles from './Checkbox.module.css';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'id' | 'type'> {
  label: ReactNode;
  hint?: ReactNode;
}

/** A choice that is on or off; its whole line can be pressed. */
export function Checkbox({ label, hint, ...input }: CheckboxProps) {
  const id = useId();
  return (
    <div className={styles.choice}>
      <input
        type="checkbox"
        {...input}
        id={id}
        className={styles.box}
        aria-describedby={hint === undefined ? undefined : `${id}hint`}
      />
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {hint !== undefined && (
        <p id={`${id}hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}
