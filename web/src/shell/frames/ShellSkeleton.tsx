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
  /** The page, or its outline. */
  children?: ReactNode;
}

/** The shell before the person is known: its geometry, and nothing that could be wrong. */
export const ShellSkeleton = ({ bar, footer, children }: ShellSkeletonProps) => (
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
        {Array.from({ length: 14 }, (_, link) => (
          <Skeleton key={link} shape="medium" />
        ))}
      </div>
    </div>
    <main className={layout.main}>
      <output className="visually-hidden">{en.kit.loading}</output>
      {children}
    </main>
    {footer}
  </div>
);
