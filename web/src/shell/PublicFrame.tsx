import type { ReactNode } from 'react';
import { ProgramLogo } from '../kit/ProgramLogo.tsx';
import styles from './PublicFrame.module.css';

/** A page for people who need not be signed in: the program's logo, and the page in the middle. */
export function PublicFrame({ children }: { children: ReactNode }) {
  return (
    <div className={styles.frame}>
      <header className={styles.header}>
        <a href="/" className={styles.logo}>
          <ProgramLogo />
        </a>
      </header>
      <main className={styles.main}>{children}</main>
    </div>
  );
}
