import { useEffect, type ReactNode } from 'react';
import { CallFailure } from '../../api.ts';
import { classNames } from '../../kit/class-names.ts';
import { FormMessage } from '../../kit/forms/FormMessage.tsx';
import { en } from '../../messages/en.ts';
import { muteMissing } from '../../session/queries/query-client.ts';
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
  /** The page, if it needs no account: a message above it then says what is missing. */
  children?: ReactNode;
}

/**
 * The shell without a known person: everything that needs no account, above all Log out, and a message that names what
 * is missing.
 */
export function ShellFailure({ children, ...props }: ShellFailureProps) {
  const { error, onRetry } = props;
  useEffect(muteMissing, []);
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
