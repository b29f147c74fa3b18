import { buttonClass } from '../../kit/Button.tsx';
import { en } from '../../messages/en.ts';
import { paths } from '../../paths.ts';
import { Message } from '../../shell/Message.tsx';
import { PublicFrame } from '../../shell/PublicFrame.tsx';

/** Where the idle limit leads (specification section 2, auto-logout). */
export function AutoLogoutPage() {
  const words = en.shell.autoLogout;
  return (
    <PublicFrame>
      <Message title={words.title} text={words.text}>
        <a className={buttonClass({ variant: 'primary' })} href={paths.login}>
          {words.signInAgain}
        </a>
      </Message>
    </PublicFrame>
  );
}
