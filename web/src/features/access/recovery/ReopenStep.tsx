import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../../kit/actions/Button.tsx';
import formStyles from '../../../kit/forms/form.module.css';
import { recoveryWords } from '../../../messages/en/recovery.ts';
import { paths } from '../../../paths.ts';
import { StepHead } from './StepHead.tsx';

const { reopen } = recoveryWords.reset;

/**
 * A page that was loaded again has no link any more (decision 026): the one in the mail is still good. `asked` is the number
 * of the request to the administrators; what has become of that request the page cannot know without the link.
 */
export function ReopenStep({ asked }: { asked: string | null }) {
  return (
    <div className={formStyles.form}>
      <StepHead title={reopen.heading} takesFocus={false}>
        <p className={formStyles.intro}>{reopen.intro}</p>
        <p className={formStyles.intro}>{asked === null ? reopen.goesOn : reopen.asked(asked)}</p>
      </StepHead>
      <Link className={buttonClass({ size: 'lg', full: true })} to={paths.forgotPassword}>
        {reopen.another}
      </Link>
    </div>
  );
}
