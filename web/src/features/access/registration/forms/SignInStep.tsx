import { useEffect, useRef } from 'react';
import { Button } from '../../../../kit/actions/Button.tsx';
import formStyles from '../../../../kit/forms/form.module.css';
import { registrationWords } from '../../../../messages/en/access/registration.ts';
import { adoptSession } from '../../../../session/enter.ts';
import { SignInFlow } from '../../../../flows/sign-in/SignInFlow.tsx';
import { useWindowTitle } from '../../../../flows/use-window-title.ts';
import type { Profile } from '../data.ts';
import { mayRestart } from '../registration.ts';
import type { StepProps } from '../RegistrationWizard.tsx';
import styles from '../wizard.module.css';

const words = registrationWords.login;

interface SignInStepProps extends StepProps {
  profile: Profile;
  /** Loads the newly signed-in person, so that the page can name them. */
  findVisitor: () => Promise<void>;
}

/** The embedded login page: a person with a username adds the card or the invite to it (specification, section 2). */
export function SignInStep({ state, dispatch, profile, findVisitor }: SignInStepProps) {
  const box = useRef<HTMLDivElement>(null);
  useWindowTitle(words.heading);
  useEffect(() => {
    box.current?.querySelector('h1')?.focus();
  }, []);
  return (
    <div ref={box} className={styles.page}>
      <SignInFlow
        head={{ title: words.heading, intro: words.intro(profile.businessName) }}
        after={
          <>
            {words.noLogin}{' '}
            <button
              type="button"
              className={`${formStyles.link} ${styles.linkButton}`}
              onClick={() => dispatch({ type: 'registeringChosen' })}
            >
              {words.registerInstead}
            </button>
          </>
        }
        onEnd={async ({ epoch }) => {
          adoptSession(epoch);
          await findVisitor();
          dispatch({ type: 'signedIn' });
        }}
      />
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
