import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FormMessage } from '../../kit/forms/FormMessage.tsx';
import { Skeleton } from '../../kit/feedback/Skeleton.tsx';
import { useIsSlow } from '../../kit/feedback/use-is-slow.ts';
import { shellWords } from '../../messages/en/shell/shell.ts';
import { Footer } from './Footer.tsx';
import { HeaderBar } from '../header/HeaderBar.tsx';
import { LogOutButton } from '../header/LogOutButton.tsx';
import { PageOutline } from './PageOutline.tsx';
import { ShellSkeleton } from './ShellSkeleton.tsx';
import styles from './ShellSkeleton.module.css';

/**
 * The shell until the account is known: the parts that need no account, and a message when it takes long.
 * @param page the page, if it needs no account; else its outline
 */
export function ShellWaiting({ page }: { page?: ReactNode }) {
  const isSlow = useIsSlow(true);
  const { pathname } = useLocation();
  return (
    <ShellSkeleton bar={<WaitingBar />} footer={<Footer person="waiting" />}>
      {/* A new document asks again, whatever the pending calls are waiting for. */}
      <div className={isSlow ? styles.slow : undefined}>
        <FormMessage
          message={isSlow ? { severity: 'info', text: shellWords.slow } : null}
          onRetry={() => window.location.reload()}
        />
      </div>
      {page ?? <PageOutline pathname={pathname} />}
    </ShellSkeleton>
  );
}

/** Log out, beside the room of search, menu and avatar. */
const WaitingBar = () => (
  <HeaderBar
    before={<span className={styles.opener} />}
    end={
      <span className={styles.person}>
        <Skeleton shape="circle" />
      </span>
    }
  >
    <span className={styles.search}>
      <Skeleton shape="block" />
    </span>
    <span className={styles.logOut}>
      <LogOutButton />
    </span>
  </HeaderBar>
);
