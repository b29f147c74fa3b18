import { Link } from '@tanstack/react-router';
import type { UserInfo } from '@florin/contract/user-info';
import { useEffect, useState } from 'react';
import formStyles from '../../kit/form.module.css';
import { accountsWords } from '../../messages/en/accounts.ts';
import { paths } from '../../paths.ts';
import { findPerson } from '../../session/find-person.ts';
import { PublicFrame } from '../../shell/PublicFrame.tsx';
import { ArrivalNotice } from '../login/ArrivalNotice.tsx';
import { InService } from '../login/InService.tsx';
import { SignInFlow } from '../login/SignInFlow.tsx';
import styles from './AddAccountPage.module.css';

const words = accountsWords.add;

/**
 * /add-account: the sign-in for another account. Whoever signs in here is the session's person from then on; accounts of
 * the same person are linked by being that person's.
 */
export function AddAccountPage() {
  const person = useVisitor();
  const name = person === null ? null : `${person.firstName} ${person.lastName}`;
  return (
    <PublicFrame isSignedIn={person !== null}>
      <div className={styles.column}>
        <InService>
          <ArrivalNotice />
          <SignInFlow
            head={{ title: words.heading, intro: name === null ? words.intro : words.introSignedIn(name) }}
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

/** Who is signed in while this page is open; null while nobody is, or nobody knows. */
function useVisitor(): UserInfo | null {
  const [person, setPerson] = useState<UserInfo | null>(null);
  useEffect(() => {
    let shown = true;
    const look = async () => {
      try {
        const found = await findPerson();
        if (shown) setPerson(found.person);
      } catch {
        // The form works without knowing; whoever sends it learns what is wrong.
      }
    };
    void look();
    return () => {
      shown = false;
    };
  }, []);
  return person;
}
