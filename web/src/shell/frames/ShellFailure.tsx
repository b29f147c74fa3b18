import type { ReactNode } from 'react';
import { CallFailure } from '../../api.ts';
import { classNames } from '../../kit/class-names.ts';
import { FormMessage } from '../../kit/forms/FormMessage.tsx';
import { en } from '../../messages/en.ts';
import { FailureMessage } from '../failures/FailureMessage.tsx';
import { Footer } from './Footer.tsx';
import { HeaderBar } from '../header/HeaderBar.tsx';
import { LogOutButton } from '../header/LogOutButton.tsx';
import layout from '../layout.module.css';
import styles from './ShellFailure.module.css';

const { failure } = en;

interface ShellFailureProps {
  error: unknown;
  onRetry: () => void;
  retrying: boolean;
  /** The page, where it needs no account: what is missing is then said above it. */
  children?: ReactNode;
}

/**
 * The shell where it cannot be known whose it is: what needs no account still stands, the way out above all, and what is
 * missing is named.
 */
export function ShellFailure({ children, ...props }: ShellFailureProps) {
  const { error, onRetry } = props;
  const missing = failure[error instanceof CallFailure ? 'account' : 'page'];
  return (
    <div className={classNames(layout.shell, layout.alone)}>
      <div className={layout.top}>
        <HeaderBar end={<LogOutButton />} />
      </div>
      {children === undefined ? (
        <main className={classNames(layout.main, styles.middle)}>
          <FailureMessage {...props} missing={missing} />
        </main>
      ) : (
        <main className={classNames(layout.main, styles.page)}>
          <FormMessage
            message={{
              severity: 'error',
              text: missing,
              correlationId: error instanceof CallFailure ? error.correlationId : null,
            }}
            onRetry={onRetry}
          />
          {children}
        </main>
      )}
      <Footer person={null} />
    </div>
  );
}
