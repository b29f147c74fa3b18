import { Check } from 'lucide-react';
import { classNames } from '../../../../kit/class-names.ts';
import { Icon } from '../../../../kit/text/Icon.tsx';
import { en } from '../../../../messages/en.ts';
import { useSite } from '../../../../site.ts';
import styles from './CardsArt.module.css';
import glass from './glass.module.css';

/** Regular: corporate charge cards, with an approved purchase. */
export function CardsArt() {
  const words = en.login.splash.regular;
  const { name } = useSite().program;
  return (
    <div className={styles.scene}>
      <div className={classNames(styles.card, styles.back)}>
        <div className={styles.top}>{words.virtualCard}</div>
      </div>
      <div className={classNames(styles.card, styles.front)}>
        <div className={styles.top}>
          <span>{name}</span>
          <span className={styles.rings}>
            <i />
            <i />
          </span>
        </div>
        <span className={styles.chip} />
        <div className={styles.bottom}>
          <span className={styles.number}>•••• •••• •••• 0932</span>
        </div>
      </div>
      <div className={classNames(glass.glass, styles.approved)}>
        <span className={glass.good}>
          <Icon of={Check} size={16} />
        </span>
        <span className={styles.words}>
          <span className={glass.title}>{words.chip}</span>
          <span className={glass.detail}>{words.chipDetail}</span>
        </span>
      </div>
    </div>
  );
}
