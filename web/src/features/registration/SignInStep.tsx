import type { UserInfo } from '@florin/contract/user-info';
import { useEffect, useRef } from 'react';
import { Button } from '../../kit/Button.tsx';
import formStyles from '../../kit/form.module.css';
import { registrationWords } from '../../messages/en/registration.ts';
import { readSite } from '../../site.ts';
import { adoptSession } from '../../session/signed-in.ts';
import { SignInFlow } from '../login/SignInFlow.tsx';
import type { Profile } from './flow.ts';
import { mayRestart } from './registration.ts';
import { StepHead } from './StepHead.tsx';
import type { StepProps } from './StepProps.ts';
import styles from './wizard.module.css';

const words = registrationWords.login;

interface SignInStepProps extends StepProps {
  profile: Profile;
  person: UserInfo | null;
}

/** The embedded login page: someone who has a username joins the card or the invite to it (specification, section 2). */
export function SignInStep({ state, dispatch, profile, person }: SignInStepProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const heading = box.current?.querySelector('h1');
    document.title = `${words.heading} · ${readSite().program.name}`;
    heading?.focus();
  }, []);
  const registerInstead = (
    <>
      {words.noLogin}{' '}
      <button type="button" className={styles.linkButton} onClick={() => dispatch({ type: 'registeringChosen' })}>
        {words.registerInstead}
      </button>
    </>
  );
  return (
    <div ref={box} className={styles.page}>
      {person === null ? (
        <SignInFlow
          head={{ title: words.heading, intro: words.intro(profile.businessName) }}
          after={registerInstead}
          onEnd={({ epoch }) => {
            adoptSession(epoch);
            dispatch({ type: 'signedIn' });
          }}
        />
      ) : (
        <div className={formStyles.form}>
          <StepHead title={words.loggedInHeading} takesFocus>
            {words.loggedInIntro(`${person.firstName} ${person.lastName}`, person.userName)}
          </StepHead>
          <Button variant="primary" size="lg" full onClick={() => dispatch({ type: 'signedIn' })}>
            {words.continueAs(person.firstName)}
          </Button>
          <p className={formStyles.after}>{registerInstead}</p>
        </div>
      )}
      {mayRestart(state) && (
        <div className={formStyles.row}>
          <Button variant="quiet" onClick={() => dispatch({ type: 'restarted' })}>
            {registrationWords.anotherCard}
          </Button>
        </div>
      )}
    </div>
  );
}
