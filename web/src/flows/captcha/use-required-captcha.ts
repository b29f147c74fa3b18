import type { ErrorBody } from '@florin/contract/errors';
import { useState } from 'react';
import { useCaptcha, type CaptchaState } from './CaptchaRow.tsx';

/** The captcha of a form that needs one only once the server asks for it. */
export function useRequiredCaptcha() {
  const [state, setState] = useState<CaptchaState>({ view: { message: null }, captchaDifficulty: null, attempts: 0 });
  const captcha = useCaptcha(state);
  /**
   * Takes the form's error, or null for any other answer, which uses the captcha up.
   * @returns whether the captcha is missing
   */
  const refused = (body: ErrorBody | null): boolean => {
    const difficulty = body?.Code === 'RECAPTCHA_LOCK' ? body.Difficulty : null;
    setState((before) => ({
      view: { message: difficulty === null ? null : { body } },
      captchaDifficulty: difficulty ?? before.captchaDifficulty,
      attempts: before.attempts + 1,
    }));
    return difficulty !== null;
  };
  return { state, captcha, refused };
}
