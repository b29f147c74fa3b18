import { buttonClass } from '../../../kit/actions/Button.tsx';
import { shellWords } from '../../../messages/en/shell/shell.ts';
import { paths } from '../../../paths.ts';
import { usePendingLogout } from '../../../session/pending-logout.ts';
import { Message } from '../../../shell/failures/Message.tsx';
import { PendingLogoutMessage } from '../../../shell/guards/PendingLogoutMessage.tsx';
import { SignedInElsewhere } from '../../../shell/guards/SignedInElsewhere.tsx';
import { PublicFrame } from '../../../shell/frames/PublicFrame.tsx';

/** The page after the idle limit (specification section 2, auto-logout). */
export function AutoLogoutPage() {
  const words = shellWords.autoLogout;
  const logout = usePendingLogout();
  const isOver = logout.state === 'none' || logout.state === 'done';
  return (
    <PublicFrame>
      <Message
        title={isOver ? words.title : words.pendingTitle}
        text={isOver ? words.text : words.pendingText}
        note={
          <>
            <PendingLogoutMessage {...logout} />
            <SignedInElsewhere />
          </>
        }
      >
        <a className={buttonClass({ variant: 'primary' })} href={paths.login}>
          {words.signInAgain}
        </a>
      </Message>
    </PublicFrame>
  );
}
