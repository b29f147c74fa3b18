import { Skeleton } from '../../../kit/feedback/Skeleton.tsx';
import { en } from '../../../messages/en.ts';
import styles from './OutboxSkeleton.module.css';

/** Three messages on their way. */
export function OutboxSkeleton() {
  return (
    <div className={styles.list} aria-busy="true">
      <span className="visually-hidden">{en.kit.loading}</span>
      {[1, 2, 3].map((item) => (
        <div key={item} className={styles.item}>
          <Skeleton shape="medium" />
          <Skeleton shape="long" />
          <Skeleton shape="long" />
        </div>
      ))}
    </div>
  );
}
