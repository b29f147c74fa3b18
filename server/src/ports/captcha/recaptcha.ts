import * as v from 'valibot';
import { CaptchaUnavailable, type Captcha, type Solution } from './captcha.ts';

export interface RecaptchaSettings {
  /** `https://www.google.com/recaptcha/api/siteverify`, or a test's server. */
  url: string;
  siteKey: string;
  secret: string;
  /** Whether this installation answers for the host name of a token. Default: Google's own list decides. */
  isOurHostname?: (hostname: string) => boolean | Promise<boolean>;
  /** For the whole answer. Default 5 s. */
  patienceMilliseconds?: number;
}

/** Google's threshold for version 3, which scores silently; version 2 gives no score. */
const lowestScore = 0.5;

const Verdict = v.object({
  success: v.boolean(),
  hostname: v.optional(v.string()),
  action: v.optional(v.string()),
  score: v.optional(v.number()),
  'error-codes': v.optional(v.array(v.string()), []),
});
type Verdict = v.InferOutput<typeof Verdict>;

/** Errors about our request, not about the person. */
const ourErrors = new Set(['missing-input-secret', 'invalid-input-secret', 'bad-request']);

/**
 * Google reCAPTCHA, version 2 or 3 (developers.google.com/recaptcha/docs/verify). Google accepts a token once, for two
 * minutes. Google chooses the difficulty, so the minimum difficulty is ignored, and tokens are not bound to an address.
 */
export function recaptcha(settings: RecaptchaSettings): Captcha {
  const { siteKey, isOurHostname = () => true } = settings;
  return {
    async verify(token, solution) {
      if (!/^[\w.-]{1,8192}$/.test(token)) return false;
      const { success, hostname, action, score, 'error-codes': errors } = await ask(settings, token, solution);
      const ourError = errors.find((code) => ourErrors.has(code));
      if (!success && ourError) throw new CaptchaUnavailable(`reCAPTCHA: ${ourError}`);
      return (
        success &&
        (action === undefined || action === solution.action) &&
        (score === undefined || score >= lowestScore) &&
        (hostname === undefined || (await isOurHostname(hostname)))
      );
    },
    publicConfig: () => ({ provider: 'recaptcha', siteKey }),
  };
}

async function ask(settings: RecaptchaSettings, token: string, { remoteIp }: Solution): Promise<Verdict> {
  const { url, secret, patienceMilliseconds = 5000 } = settings;
  const body = new URLSearchParams({ secret, response: token });
  if (remoteIp !== 'unknown') body.set('remoteip', remoteIp);
  let status = 0;
  try {
    const signal = AbortSignal.timeout(patienceMilliseconds);
    const response = await fetch(url, { method: 'POST', body, signal, redirect: 'error' });
    status = response.status;
    if (response.ok) return v.parse(Verdict, await response.json());
  } catch {
    // Handled below; a schema error would quote the answer.
  }
  throw new CaptchaUnavailable(`reCAPTCHA: ${status === 0 ? 'no answer' : `unusable answer (${status})`}`);
}
