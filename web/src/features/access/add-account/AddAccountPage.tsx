import { Link } from '@tanstack/react-router';
import formStyles from '../../../kit/forms/form.module.css';
import { accountsWords } from '../../../messages/en/access/accounts.ts';
import { paths } from '../../../paths.ts';
import { useVisitor } from '../../../session/visitor.ts';
import { PublicFrame } from '../../../shell/frames/PublicFrame.tsx';
import { InService } from '../../../flows/service/InService.tsx';
import { onAccountAdded } from '../../../session/enter.ts';
import { SignInFlow } from '../../../flows/sign-in/SignInFlow.tsx';
import styles from './AddAccountPage.module.css';

const words = accountsWords.add;

/**
 * /add-account: the sign-in for another account. The person who signs in here becomes the session's person; accounts
 * are linked by belonging to the same person.
 */
export function AddAccountPage() {
  const person = useVisitor();
  const name = person === null ? null : `${person.firstName} ${person.lastName}`;
  return (
    <PublicFrame isSignedIn={person !== null}>
      <div className={styles.column}>
        <InService>
          <SignInFlow
            head={{ title: words.heading, intro: name === null ? words.intro : words.introSignedIn(name) }}
            onEnd={onAccountAdded}
            from="add-account"
            after={
              <>
                {words.noLogin}{' '}
                <Link className={formStyles.link} to={paths.registration}>
                  {words.register}
                </Link>
              </>
            }
          />
        </InService>
        {name !== null && (
          <Link className={`${formStyles.link} ${styles.back}`} to={paths.myAccounts}>
            {words.back}
          </Link>
        )}
      </div>
    </PublicFrame>
  );
}
