import { ArrowUp } from 'lucide-react';
import { Icon } from '../../text/Icon.tsx';
import { kitListWords } from '../../../messages/en/kit/kit-lists.ts';
import styles from './Table.module.css';

/** Rows that have come while a table was in use. */
export interface Arrivals {
  /** What has come: '2 new purchases'. */
  text: string;
  onShow: () => void;
}

/** Brings in the rows that wait. It stands where it moves nothing. */
export const ArrivalsButton = ({ text, onShow }: Arrivals) => (
  <button
    type="button"
    className={styles.arrived}
    aria-label={kitListWords.table.show(text)}
    aria-keyshortcuts="."
    onClick={onShow}
  >
    <Icon of={ArrowUp} size={14} />
    {text}
  </button>
);
