import type { CaptchaAction } from '@florin/contract/program/captcha';
import { Suspense, lazy, useState } from 'react';
import formStyles from '../../kit/forms/form.module.css';
import { en } from '../../messages/en.ts';
import { refusalCode } from '../flow.ts';

const Captcha = lazy(() => import('./Captcha.tsx'));

/** A flow's state of its captcha. */
export interface CaptchaState {
  view: { message: object | null };
  /** Null while none is required. */
  captchaDifficulty: 1 | 2 | 3 | null;
  /** Answers so far: each captcha works for one. */
  attempts: number;
}

/** The captcha's solution while a form is filled in. The server's next answer uses it up. */
export function useCaptcha({ captchaDifficulty, attempts }: CaptchaState) {
  const [kept, setKept] = useState<{ token: string | null; isAsked: boolean; attempts: number }>();
  const { token, isAsked } = kept?.attempts === attempts ? kept : { token: null, isAsked: false };
  return {
    token,
    isMissing: isAsked && token === null,
    onToken: (solution: string | null) => setKept({ token: solution, isAsked, attempts }),
    /** Whether the form may be sent. Otherwise the captcha shows from now on that it is missing. */
    isReady: () => {
      if (captchaDifficulty === null || token !== null) return true;
      setKept({ token, isAsked: true, attempts });
      return false;
    },
  };
}

interface CaptchaRowProps {
  action: CaptchaAction;
  /** The sentence shown when the form was sent without it. */
  words: string;
  state: CaptchaState;
  captcha: ReturnType<typeof useCaptcha>;
}

/** The captcha above a form's button, if one is required. Every answer of the server uses it up. */
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
