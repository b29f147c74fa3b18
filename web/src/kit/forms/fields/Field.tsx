import { CircleAlert } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import styles from './Field.module.css';
import { Icon } from '../../text/Icon.tsx';

/** The properties for the control inside a `Field`: its id, its description, and whether its value is invalid. */
export interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

export interface FieldWords {
  label: ReactNode;
  /** A link at the end of the label's line. */
  aside?: ReactNode;
  hint?: ReactNode;
  /** The error message for the value; null if the value is valid. */
  error?: string | null;
}

interface FieldProps extends FieldWords {
  /** Further ids that describe the control, such as the form's message. */
  describedBy?: string;
  /**
   * Pass `control` to the control. A control that a `<label>` cannot name takes the label's id as `aria-labelledby`.
   */
  children: (control: ControlProps, labelId: string) => ReactNode;
}

/** Label, control, hint and error of one field, connected by ids (WCAG 1.3.1, 3.3.1). */
export function Field({ label, aside, hint, error = null, describedBy, children }: FieldProps) {
  const id = useId();
  const hintId = hint === undefined ? null : `${id}hint`;
  const errorId = error === null ? null : `${id}error`;
  const description = [errorId, hintId, describedBy].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <div className={styles.top}>
        <label id={`${id}label`} htmlFor={id} className={styles.label}>
          {label}
        </label>
        {aside}
      </div>
      {children(
        {
          id,
          'aria-describedby': description === '' ? undefined : description,
          'aria-invalid': error === null ? undefined : true,
        },
        `${id}label`,
      )}
      {errorId !== null && (
        <p id={errorId} className={styles.error}>
          <Icon of={CircleAlert} size={14} />
          <span>{error}</span>
        </p>
      )}
      {hintId !== null && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}
