import { useState } from 'react';
import type { RegistrationState } from './registration.ts';

/** The captcha's solution while a form is filled in; it is gone with the next answer of the server. */
export function useCaptcha({ captchaDifficulty, attempts }: RegistrationState) {
  const [kept, setKept] = useState<{ token: string | null; isAsked: boolean; attempts: number }>();
  const { token, isAsked } = kept?.attempts === attempts ? kept : { token: null, isAsked: false };
  return {
    token,
    isMissing: isAsked && token === null,
    onToken: (solution: string | null) => setKept({ token: solution, isAsked, attempts }),
    /** Whether the form may be sent; else the captcha says that it is missing. */
    isReady: () => {
      if (captchaDifficulty === null || token !== null) return true;
      setKept({ token, isAsked: true, attempts });
      return false;
    },
  };
}
