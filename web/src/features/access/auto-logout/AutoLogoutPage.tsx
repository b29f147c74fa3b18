import { buttonClass } from '../../../kit/actions/Button.tsx';
import { shellWords } from '../../../messages/en/shell.ts';
import { paths } from '../../../paths.ts';
import { useOwedLogout } from '../../../session/use-owed-logout.ts';
import { Message } from '../../../shell/Message.tsx';
import { OwedLogout } from '../../../shell/OwedLogout.tsx';
import { PublicFrame } from '../../../shell/PublicFrame.tsx';

/** Where the idle limit leads (specification section 2, auto-logout). */
export function AutoLogoutPage() {
  const words = shellWords.autoLogout;
  const owed = useOwedLogout();
  const isOver = owed.state === 'none' || owed.state === 'done';
  return (
    <PublicFrame>
      <Message
        title={isOver ? words.title : words.owedTitle}
        text={isOver ? words.text : words.owedText}
        note={<OwedLogout {...owed} />}
      >
        <a className={buttonClass({ variant: 'primary' })} href={paths.login}>
          {words.signInAgain}
        </a>
      </Message>
    </PublicFrame>
  );
}
