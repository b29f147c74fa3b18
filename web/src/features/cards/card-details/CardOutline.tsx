import { Skeleton } from '../../../kit/feedback/Skeleton.tsx';
import { cardDetailsWords as words } from '../../../messages/en/cards/card-details.ts';
import styles from './CardOutline.module.css';

/** The place of the card while it loads: as high as the card with its acts and its views, so that nothing moves. */
export const CardOutline = () => (
  <section aria-label={words.title} aria-busy="true" className={styles.outline}>
    <div className={styles.card}>
      <Skeleton shape="block" />
    </div>
    <div className={styles.acts}>
      <Skeleton shape="circle" />
      <Skeleton shape="circle" />
      <Skeleton shape="circle" />
    </div>
  </section>
);
