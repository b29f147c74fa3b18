import type { CaptchaAction } from '@florin/contract/captcha';
import { Suspense, lazy, useState } from 'react';
import formStyles from '../../../kit/forms/form.module.css';
import { en } from '../../../messages/en.ts';
import { recoveryWords } from '../../../messages/en/recovery.ts';
import type { ForgotState } from './forgot.ts';

const Captcha = lazy(() => import('../../../flows/captcha/Captcha.tsx'));

/** The captcha's solution while a form is filled in; it is gone with the next answer of the server. */
export function useCaptcha({ attempts }: ForgotState) {
  const [kept, setKept] = useState<{ token: string | null; isAsked: boolean; attempts: number }>();
  const { token, isAsked } = kept?.attempts === attempts ? kept : { token: null, isAsked: false };
  return {
    token,
    isMissing: isAsked && token === null,
    onToken: (solution: string | null) => setKept({ token: solution, isAsked, attempts }),
    /** From now on the captcha says that it is missing. */
    demand: () => setKept({ token, isAsked: true, attempts }),
  };
}

interface CaptchaRowProps {
  action: CaptchaAction;
  state: ForgotState;
  isMissing: boolean;
  onToken: (token: string | null) => void;
}

/** The captcha of a forgot page: always there (section 5), anew after each answer. */
export function CaptchaRow({ action, state, isMissing, onToken }: CaptchaRowProps) {
  const { said } = state;
  return (
    <Suspense fallback={<p className={formStyles.hint}>{en.login.captcha.loading}</p>}>
      <Captcha
        key={state.attempts}
        action={action}
        difficulty={state.captchaDifficulty}
        takesFocus={said?.kind === 'refusal' && said.error.Code === 'RECAPTCHA_LOCK'}
        error={isMissing ? recoveryWords.captcha : null}
        onToken={onToken}
      />
    </Suspense>
  );
}
