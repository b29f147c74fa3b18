import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from '../../class-names.ts';
import { Icon } from '../../text/Icon.tsx';
import fieldStyles from './Field.module.css';
import styles from './NativeSelect.module.css';

interface NativeSelectProps extends ComponentProps<'select'> {
  'aria-label': string;
  options: readonly { id: string; label: string }[];
}

/**
 * The browser's own select, for pages that visitors load first: `SelectField` brings 60 KB of scripts that such a page
 * does not need otherwise, and phones show a long list of countries better than a popup.
 */
export const NativeSelect = ({ options, className, ...select }: NativeSelectProps) => (
  <span className={classNames(styles.box, className)}>
    <select {...select} className={classNames(fieldStyles.input, styles.select)}>
      {options.map(({ id, label }) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
    </select>
    <Icon of={ChevronDown} size={16} className={styles.sign} />
  </span>
);
