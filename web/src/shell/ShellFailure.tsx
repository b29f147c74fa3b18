import { CallFailure } from '../api.ts';
import { Button } from '../kit/Button.tsx';
import { classNames } from '../kit/class-names.ts';
import { en } from '../messages/en.ts';
import { logOut } from '../session/log-out.ts';
import { FailureMessage } from './FailureMessage.tsx';
import { Footer } from './Footer.tsx';
import { HeaderBar } from './HeaderBar.tsx';
import layout from './Shell.module.css';
import styles from './ShellFailure.module.css';

const { failure } = en.shell;

interface ShellFailureProps {
  error: unknown;
  onRetry: () => void;
  retrying: boolean;
}

/**
 * The shell where it cannot be known whose it is: what needs no account still stands, the way out above all, and the middle
 * says that the account is missing.
 */
export const ShellFailure = (props: ShellFailureProps) => (
  <div className={classNames(layout.shell, layout.alone)}>
    <div className={layout.top}>
      <HeaderBar end={<Button onClick={() => void logOut('user')}>{en.shell.logOut}</Button>} />
    </div>
    <main className={classNames(layout.main, styles.middle)}>
      <FailureMessage {...props} missing={failure[props.error instanceof CallFailure ? 'account' : 'page']} />
    </main>
    <Footer person={null} />
  </div>
);
