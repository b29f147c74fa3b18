import { Check } from 'lucide-react';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Icon } from '../text/Icon.tsx';
import styles from './OptionList.module.css';

/** One choice of a select or a combobox. */
export interface Option {
  id: string;
  label: string;
  /** A second line, such as what the choice means. */
  detail?: string;
  /** Of a long list: other text by which a combobox finds it. */
  alsoFoundBy?: string;
  disabled?: boolean;
}

interface OptionListProps {
  /** Without it the items are those of the combobox around it. */
  options?: readonly Option[];
  /** Shown when nothing matches. */
  empty?: string;
}

/** The choices of a select or a combobox, in its popup. */
export function OptionList({ options, empty }: OptionListProps) {
  return (
    <ListBox<Option>
      className={styles.list}
      items={options}
      renderEmptyState={() => <p className={styles.empty}>{empty}</p>}
    >
      {({ id, label, detail, disabled }) => (
        <ListBoxItem id={id} textValue={label} isDisabled={disabled} className={styles.option}>
          <span className={styles.words}>
            <span>{label}</span>
            {detail !== undefined && <span className={styles.detail}>{detail}</span>}
          </span>
          <span className={styles.mark}>
            <Icon of={Check} size={16} />
          </span>
        </ListBoxItem>
      )}
    </ListBox>
  );
}
