import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../kit/Button.tsx';
import formStyles from '../../kit/form.module.css';
import { recoveryWords } from '../../messages/en/recovery.ts';
import { paths } from '../../paths.ts';
import { StepHead } from './StepHead.tsx';

const words = recoveryWords.reset.reopen;

/** A page that was loaded again has no link any more (decision 026): the one in the mail is still good. */
export function ReopenStep() {
  return (
    <div className={formStyles.form}>
      <StepHead title={words.heading} takesFocus={false}>
        <p className={formStyles.intro}>{words.intro}</p>
      </StepHead>
      <Link className={buttonClass({ size: 'lg', full: true })} to={paths.forgotPassword}>
        {words.another}
      </Link>
    </div>
  );
}
