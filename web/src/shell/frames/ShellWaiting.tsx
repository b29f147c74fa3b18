import type { ReactNode } from 'react';
import { FormMessage } from '../../kit/forms/FormMessage.tsx';
import { useIsSlow } from '../../kit/feedback/use-is-slow.ts';
import { shellWords } from '../../messages/en/shell.ts';
import { Footer } from './Footer.tsx';
import { HeaderBar } from '../header/HeaderBar.tsx';
import { LogOutButton } from '../header/LogOutButton.tsx';
import { ShellSkeleton } from './ShellSkeleton.tsx';
import styles from './ShellSkeleton.module.css';

/**
 * The shell until the account is known: the parts that need no account, and a message when it takes long.
 * @param page the page, if it needs no account; else placeholders
 */
export function ShellWaiting({ page }: { page?: ReactNode }) {
  const isSlow = useIsSlow(true);
  return (
    <ShellSkeleton bar={<HeaderBar end={<LogOutButton />} />} footer={<Footer person={null} />}>
      {(tiles) => (
        <>
          {/* A new document asks again, whatever the pending calls are waiting for. */}
          <div className={isSlow ? styles.slow : undefined}>
            <FormMessage
              message={isSlow ? { severity: 'info', text: shellWords.slow } : null}
              onRetry={() => window.location.reload()}
            />
          </div>
          {page ?? tiles}
        </>
      )}
    </ShellSkeleton>
  );
}
