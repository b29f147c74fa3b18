import { FormMessage } from '../kit/forms/FormMessage.tsx';
import { useIsSlow } from '../kit/feedback/use-is-slow.ts';
import { shellWords } from '../messages/en/shell.ts';
import { Footer } from './Footer.tsx';
import { HeaderBar } from './HeaderBar.tsx';
import { LogOutButton } from './LogOutButton.tsx';
import { ShellSkeleton } from './ShellSkeleton.tsx';
import styles from './ShellSkeleton.module.css';
import { WithoutAccount } from './WithoutAccount.tsx';

/** The shell until it is known whose it is: what needs no account, and a word where that takes long. */
export function ShellWaiting() {
  const isSlow = useIsSlow(true);
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
