import { Skeleton } from '../kit/Skeleton.tsx';
import { en } from '../messages/en.ts';
import layout from './Shell.module.css';
import styles from './ShellSkeleton.module.css';

/** The shell before anything is known about the person: its geometry, and nothing that could be wrong. */
export function ShellSkeleton() {
  return (
    <div className={layout.shell} aria-busy="true">
      <div className={layout.top}>
        <div className={layout.bar}>
          <span className={layout.corner}>
            <Skeleton shape="long" />
          </span>
        </div>
      </div>
      <div className={layout.side}>
        <div className={styles.account}>
          <Skeleton shape="block" />
        </div>
      </div>
      <main className={layout.main}>
        <output className="visually-hidden">{en.shell.loading}</output>
        <div className={styles.heading}>
          <Skeleton shape="medium" />
        </div>
        <div className={styles.tiles}>
          <div className={styles.tile}>
            <Skeleton shape="block" />
          </div>
          <div className={styles.tile}>
            <Skeleton shape="block" />
          </div>
          <div className={styles.tile}>
            <Skeleton shape="block" />
          </div>
          <div className={styles.tile}>
            <Skeleton shape="block" />
          </div>
        </div>
      </main>
    </div>
  );
}
