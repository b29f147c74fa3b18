import styles from './LoadingRows.module.css';
import { Skeleton } from './Skeleton.tsx';

/** Three placeholder rows of two lines. `label` names what is being loaded, for screen readers. */
export const LoadingRows = ({ label }: { label: string }) => (
  <div aria-busy="true">
    <p role="status" className="visually-hidden">
      {label}
    </p>
    {[1, 2, 3].map((row) => (
      <div key={row} className={styles.row}>
        <p>
          <Skeleton shape="long" />
        </p>
        <p className={styles.line}>
          <Skeleton />
        </p>
      </div>
    ))}
  </div>
);
