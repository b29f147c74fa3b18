import { Skeleton } from '../../kit/Skeleton.tsx';
import { teamWords as words } from '../../messages/en/team-members.ts';
import styles from './team.module.css';

/** Three rows in the making. */
export function LoadingRows() {
  return (
    <div aria-busy="true">
      <p role="status" className="visually-hidden">
        {words.loading}
      </p>
      {[1, 2, 3].map((row) => (
        <div key={row} className={styles.row}>
          <div className={styles.who}>
            <p>
              <Skeleton shape="long" />
            </p>
            <p className={styles.line}>
              <Skeleton />
            </p>
          </div>
        </div>
      ))}
    </div>
  );
}
