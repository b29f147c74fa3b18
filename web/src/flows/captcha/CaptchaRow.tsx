import type { CaptchaAction } from '@florin/contract/captcha';
import { Suspense, lazy, useState } from 'react';
import formStyles from '../../kit/forms/form.module.css';
import { en } from '../../messages/en.ts';
import { refusalCode } from '../flow.ts';

const Captcha = lazy(() => import('./Captcha.tsx'));

/** What a flow knows of its captcha. */
interface CaptchaState {
  view: { message: object | null };
  /** Null while none is asked for. */
  captchaDifficulty: 1 | 2 | 3 | null;
  /** Answers so far: a captcha is good for one. */
  attempts: number;
}

/** The captcha's solution while a form is filled in; it is gone with the next answer of the server. */
export function useCaptcha({ captchaDifficulty, attempts }: CaptchaState) {
  const [kept, setKept] = useState<{ token: string | null; isAsked: boolean; attempts: number }>();
  const { token, isAsked } = kept?.attempts === attempts ? kept : { token: null, isAsked: false };
  return {
    token,
    isMissing: isAsked && token === null,
    onToken: (solution: string | null) => setKept({ token: solution, isAsked, attempts }),
    /** Whether the form may be sent; else the captcha says from now on that it is missing. */
    isReady: () => {
      if (captchaDifficulty === null || token !== null) return true;
      setKept({ token, isAsked: true, attempts });
      return false;
    },
  };
}

interface CaptchaRowProps {
  action: CaptchaAction;
  /** The sentence that asks for it where the form was sent without it. */
  words: string;
  state: CaptchaState;
  captcha: ReturnType<typeof useCaptcha>;
}

/** The captcha above a form's button, where one is asked for; every answer of the server spends it. */
export function CaptchaRow({ action, words, state, captcha }: CaptchaRowProps) {
  const { captchaDifficulty, attempts, view } = state;
  if (captchaDifficulty === null) return null;
  return (
    <Suspense fallback={<p className={formStyles.hint}>{en.login.captcha.loading}</p>}>
      <Captcha
        key={attempts}
        action={action}
        difficulty={captchaDifficulty}
        takesFocus={refusalCode(view.message) === 'RECAPTCHA_LOCK'}
        error={captcha.isMissing ? words : null}
        onToken={captcha.onToken}
      />
    </Suspense>
  );
}
