import type { ReactNode } from 'react';
import { ProgramLogo } from '../header/ProgramLogo.tsx';
import { Skeleton } from '../../kit/feedback/Skeleton.tsx';
import { en } from '../../messages/en.ts';
import layout from '../layout.module.css';
import styles from './ShellSkeleton.module.css';

interface ShellSkeletonProps {
  /** The parts that work already; without it only the logo is shown, while the app is being loaded. */
  bar?: ReactNode;
  footer?: ReactNode;
  /** Renders the placeholders in the middle. */
  children?: (tiles: ReactNode) => ReactNode;
}

/** The shell before the person is known: its geometry, and nothing that could be wrong. */
export const ShellSkeleton = ({ bar, footer, children = (tiles) => tiles }: ShellSkeletonProps) => (
  <div className={layout.shell} aria-busy="true">
    <div className={layout.top}>
      {bar ?? (
        <div className={layout.bar}>
          <span className={layout.corner}>
            <ProgramLogo />
          </span>
        </div>
      )}
    </div>
    <div className={layout.side}>
      <div className={styles.account}>
        <Skeleton shape="block" />
      </div>
      <div className={styles.links}>
        {[1, 2, 3, 4, 5, 6, 7, 8].map((link) => (
          <Skeleton key={link} shape="medium" />
        ))}
      </div>
    </div>
    <main className={layout.main}>
      <output className="visually-hidden">{en.kit.loading}</output>
      {children(<Tiles />)}
    </main>
    {footer}
  </div>
);

const Tiles = () => (
  <>
    <div className={styles.heading}>
      <Skeleton shape="medium" />
    </div>
    <div className={styles.panels}>
      {[2, 2, 7, 7].map((lines, panel) => (
        <div key={panel} className={styles.panel}>
          <Skeleton shape="long" />
          {Array.from({ length: lines }, (_, line) => (
            <Skeleton key={line} shape="medium" />
          ))}
        </div>
      ))}
    </div>
  </>
);
