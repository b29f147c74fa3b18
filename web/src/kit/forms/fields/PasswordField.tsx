import { Eye, EyeOff } from 'lucide-react';
import { useState, type ComponentProps } from 'react';
import { kitWords } from '../../../messages/en/kit/kit.ts';
import { classNames } from '../../class-names.ts';
import { Field, type FieldWords } from './Field.tsx';
import styles from './Field.module.css';
import { Icon } from '../../text/Icon.tsx';

type PasswordFieldProps = FieldWords &
  Omit<ComponentProps<'input'>, 'id' | 'type' | 'autoComplete'> & {
    /** Whether password managers fill in a password or offer a new one; 'off' for another secret. */
    autoComplete: 'current-password' | 'new-password' | 'off';
    describedBy?: string;
    /** What the button that shows the text is called, of another secret. */
    reveal?: { show: string; hide: string };
  };

const passwords = { show: kitWords.showPassword, hide: kitWords.hidePassword };

/** A password that can be pasted, filled in by a password manager, and shown (WCAG 3.3.8, ASVS 6.2.6 and 6.2.7). */
export function PasswordField({
  label,
  aside,
  hint,
  error,
  describedBy,
  reveal = passwords,
  ...input
}: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} aside={aside} hint={hint} error={error} describedBy={describedBy}>
      {(control) => (
        <div className={styles.box}>
          <input
            spellCheck={false}
            autoCapitalize="none"
            autoCorrect="off"
            {...input}
            {...control}
            type={shown ? 'text' : 'password'}
            className={classNames(styles.input, styles.withEnd)}
          />
          <button
            type="button"
            className={styles.end}
            aria-label={shown ? reveal.hide : reveal.show}
            aria-controls={control.id}
            onClick={() => setShown(!shown)}
          >
            <Icon of={shown ? EyeOff : Eye} size={18} />
          </button>
        </div>
      )}
    </Field>
  );
}
