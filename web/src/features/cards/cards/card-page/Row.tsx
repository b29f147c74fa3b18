import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../../../../kit/text/Icon.tsx';
import styles from '../cards.module.css';

interface RowProps {
  name: string;
  value: ReactNode;
  act?: ReactNode;
  icon?: LucideIcon;
}

export const Row = ({ name, value, act, icon }: RowProps) => (
  <div className={styles.row}>
    <dt className={styles.named}>
      {icon && (
        <span className={styles.sign} aria-hidden="true">
          <Icon of={icon} size={16} />
        </span>
      )}
      <span>
        {name}
        {act !== undefined && <span className={styles.value}> {value}</span>}
      </span>
    </dt>
    <dd className={act === undefined ? styles.plain : undefined}>{act ?? value}</dd>
  </div>
);
