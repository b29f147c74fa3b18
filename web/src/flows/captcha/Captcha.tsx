import type { CaptchaAction } from '@florin/contract/program/captcha';
import { useSite } from '../../site.ts';
import { ProofOfWork } from './ProofOfWork.tsx';
import { Recaptcha } from './Recaptcha.tsx';

export interface CaptchaProps {
  action: CaptchaAction;
  difficulty: 1 | 2 | 3;
  /** The sentence shown when the form was sent without the captcha. */
  error: string | null;
  /** Takes the focus when it appears, because the next attempt needs it. */
  takesFocus: boolean;
  /** The value for `recaptchaToken`; null once it has expired. */
  onToken: (token: string | null) => void;
}

/**
 * The captcha of the installation (reading 17). A token works for one attempt. For the next one, render the captcha
 * with another `key`.
 */
export default function Captcha(props: CaptchaProps) {
  const { captcha } = useSite();
  return captcha.provider === 'altcha' ? (
    <ProofOfWork {...props} />
  ) : (
    <Recaptcha {...props} siteKey={captcha.siteKey} />
  );
}
