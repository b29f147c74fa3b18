import { Skeleton } from '../../../kit/feedback/Skeleton.tsx';
import { Panel } from '../../../kit/layout/Panel.tsx';
import { cardDetailsWords as words } from '../../../messages/en/card-details.ts';
import styles from './CardOutline.module.css';

/** The place of the card while it loads: as high as the card with its sentence and its button, so that nothing moves. */
export const CardOutline = () => (
  <Panel title={words.title}>
    <div aria-busy="true" className={styles.outline}>
      <div className={styles.card}>
        <Skeleton shape="block" />
      </div>
      <div>
        <Skeleton shape="long" />
        <Skeleton shape="long" />
      </div>
      <div className={styles.button}>
        <Skeleton shape="block" />
      </div>
    </div>
  </Panel>
);
