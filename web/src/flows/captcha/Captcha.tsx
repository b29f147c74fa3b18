import type { CaptchaAction } from '@florin/contract/captcha';
import { useSite } from '../../site.ts';
import { ProofOfWork } from './ProofOfWork.tsx';
import { Recaptcha } from './Recaptcha.tsx';

export interface CaptchaProps {
  action: CaptchaAction;
  difficulty: 1 | 2 | 3;
  /** The sentence that asks for the captcha when the form was sent without it. */
  error: string | null;
  /** Takes the focus when it appears: it is what stands between the person and the next attempt. */
  takesFocus: boolean;
  /** What goes into `recaptchaToken`; null when it is gone. */
  onToken: (token: string | null) => void;
}

/** The captcha of the installation (reading 17). A token is good for one attempt: render it anew with another `key`. */
export default function Captcha(props: CaptchaProps) {
  const { captcha } = useSite();
  return captcha.provider === 'altcha' ? (
    <ProofOfWork {...props} />
  ) : (
    <Recaptcha {...props} siteKey={captcha.siteKey} />
  );
}
