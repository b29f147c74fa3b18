import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../kit/Button.tsx';
import { recoveryWords } from '../../messages/en/recovery.ts';
import { paths } from '../../paths.ts';
import styles from './recovery.module.css';
import { StepHead } from './StepHead.tsx';

const words = recoveryWords.reset.reopen;

/** A page that was loaded again has no link any more (decision 026): the one in the mail is still good. */
export function ReopenStep() {
  return (
    <div className={styles.form}>
      <StepHead title={words.heading} takesFocus={false}>
        <p className={styles.intro}>{words.intro}</p>
      </StepHead>
      <Link className={buttonClass({ size: 'lg', full: true })} to={paths.forgotPassword}>
        {words.another}
      </Link>
    </div>
  );
}
