import { useEffect, useState } from 'react';
import { FormMessage } from '../kit/FormMessage.tsx';
import { shellWords } from '../messages/en/shell.ts';
import { Footer } from './Footer.tsx';
import { HeaderBar } from './HeaderBar.tsx';
import { LogOutButton } from './LogOutButton.tsx';
import { ShellSkeleton } from './ShellSkeleton.tsx';
import styles from './ShellSkeleton.module.css';
import { WithoutAccount } from './WithoutAccount.tsx';

const slowAfterMilliseconds = 5000;

/** The shell until it is known whose it is: what needs no account, and a word where that takes long. */
export function ShellWaiting() {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowAfterMilliseconds);
    return () => clearTimeout(timer);
  }, []);
  return (
    <ShellSkeleton bar={<HeaderBar end={<LogOutButton />} />} footer={<Footer person={null} />}>
      {(tiles) => (
        <>
          {/* Another document asks anew, whatever the calls that are under way are waiting for. */}
          <div className={isSlow ? styles.slow : undefined}>
            <FormMessage
              message={isSlow ? { severity: 'info', text: shellWords.slow } : null}
              onRetry={() => window.location.reload()}
            />
          </div>
          <WithoutAccount>{tiles}</WithoutAccount>
        </>
      )}
    </ShellSkeleton>
  );
}
