import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../kit/Button.tsx';
import formStyles from '../../kit/form.module.css';
import { recoveryWords } from '../../messages/en/recovery.ts';
import { paths } from '../../paths.ts';
import { RequestNumber } from './RequestNumber.tsx';
import { StepHead } from './StepHead.tsx';

const { reopen, waiting } = recoveryWords.reset;

/**
 * A page that was loaded again has no link any more (decision 026): the one in the mail is still good. Who had asked an
 * administrator is still waiting; `asked` is the number of that request.
 */
export function ReopenStep({ asked }: { asked: string | null }) {
  return (
    <div className={formStyles.form}>
      <StepHead title={asked === null ? reopen.heading : waiting.heading} takesFocus={false}>
        {asked !== null && (
          <>
            <p className={formStyles.intro}>{waiting.intro}</p>
            <RequestNumber value={asked} />
          </>
        )}
        <p className={formStyles.intro}>{asked === null ? reopen.intro : waiting.reopen}</p>
      </StepHead>
      <Link className={buttonClass({ size: 'lg', full: true })} to={paths.forgotPassword}>
        {reopen.another}
      </Link>
    </div>
  );
}
