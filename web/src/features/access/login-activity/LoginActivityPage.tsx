import { Link, useRouteContext } from '@tanstack/react-router';
import { buttonClass } from '../../../kit/actions/Button.tsx';
import { pageTitles } from '../../../messages/en/shell/pages.ts';
import { loginActivityWords as words } from '../../../messages/en/access/login-activity.ts';
import { paths } from '../../../paths.ts';
import { Message } from '../../../shell/failures/Message.tsx';
import { LoginActivity } from './LoginActivity.tsx';

/** /login-activity, a public route: devices for signed-in people, and one sentence for visitors. */
export function LoginActivityPage() {
  const { person } = useRouteContext({ strict: false });
  if (person) return <LoginActivity />;
  return (
    <Message title={pageTitles.loginActivity} text={words.loggedOut}>
      <Link className={buttonClass({ variant: 'primary' })} to={paths.login}>
        {words.logIn}
      </Link>
    </Message>
  );
}
