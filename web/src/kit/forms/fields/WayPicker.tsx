import type { LucideIcon } from 'lucide-react';
import { useId } from 'react';
import { Icon } from '../../text/Icon.tsx';
import styles from './WayPicker.module.css';

interface WayPickerProps {
  legend: string;
  /** `detail` is the masked target of a code, or the requirement of the way; `wait` says when it can be used. */
  ways: readonly { name: string; detail: string; wait?: string | undefined; icon: LucideIcon }[];
  /** An index of `ways`. */
  chosen: number;
  onChoose: (index: number) => void;
}

/** A choice between ways to get a code or to prove something. */
export function WayPicker({ legend, ways, chosen, onChoose }: WayPickerProps) {
  const group = useId();
  return (
    <fieldset>
      <legend className="visually-hidden">{legend}</legend>
      <div className={styles.ways}>
        {ways.map(({ name, detail, wait, icon }, index) => (
          <label key={`${name} ${detail}`} className={styles.way}>
            <span className={styles.icon}>
              <Icon of={icon} />
            </span>
            <span className={styles.words}>
              <span className={styles.name}>{name}</span>
              <span className={styles.detail}>{detail}</span>
              {wait !== undefined && <span className={styles.detail}>{wait}</span>}
            </span>
            <input
              type="radio"
              name={group}
              className={styles.radio}
              checked={index === chosen}
              onChange={() => onChoose(index)}
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
