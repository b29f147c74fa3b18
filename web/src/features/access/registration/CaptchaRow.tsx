import { Suspense, lazy } from 'react';
import { en } from '../../../messages/en.ts';
import { registrationWords } from '../../../messages/en/registration.ts';
import type { RegistrationState } from './registration.ts';
import { isRefusal } from './said-words.ts';
import styles from './wizard.module.css';

const Captcha = lazy(() => import('../../../flows/captcha/Captcha.tsx'));

interface CaptchaRowProps {
  state: RegistrationState;
  /** The form was sent without it. */
  isMissing: boolean;
  onToken: (token: string | null) => void;
}

/** The captcha that RECAPTCHA_LOCK asks for; every answer of the server spends it. */
export function CaptchaRow({ state, isMissing, onToken }: CaptchaRowProps) {
  const { captchaDifficulty, attempts, said } = state;
  if (captchaDifficulty === null) return null;
  return (
    <Suspense fallback={<p className={styles.hint}>{en.login.captcha.loading}</p>}>
      <Captcha
        key={attempts}
        action="registration"
        difficulty={captchaDifficulty}
        takesFocus={isRefusal(said, 'RECAPTCHA_LOCK')}
        error={isMissing ? registrationWords.captcha : null}
        onToken={onToken}
      />
    </Suspense>
  );
}
