import { lazy, Suspense, type ReactNode } from 'react';
import { ProgramLogo } from '../header/ProgramLogo.tsx';
import styles from './PublicFrame.module.css';

const SessionGuard = lazy(() => import('../guards/OpenSessionGuard.tsx'));

interface PublicFrameProps {
  /** The page names a signed-in person, so it follows their session. */
  isSignedIn?: boolean;
  children: ReactNode;
}

/** A page for people who need not be signed in: the program's logo, and the page in the middle. */
export function PublicFrame({ isSignedIn = false, children }: PublicFrameProps) {
  return (
    <div className={styles.frame}>
      <header className={styles.header}>
        <a href="/" className={styles.logo}>
          <ProgramLogo />
        </a>
      </header>
      <main className={styles.main}>{children}</main>
      {isSignedIn && (
        <Suspense>
          <SessionGuard />
        </Suspense>
      )}
    </div>
  );
}
