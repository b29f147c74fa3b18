/** 1 for the first suspicion, 3 for persistent guessing (security design 3.6). */
export type CaptchaDifficulty = 1 | 2 | 3;

export interface ChallengeRequest {
  /** What the solution will be good for, such as `login`. */
  action: string;
  /** The network prefix of the caller, as limits count it. */
  ipPrefix: string;
  difficulty: CaptchaDifficulty;
}

export interface Solution {
  action: string;
  ipPrefix: string;
  minimumDifficulty: CaptchaDifficulty;
  /** The caller's address, or `unknown`. */
  remoteIp: string;
}

/** Tells people from programs (reading 17). The token comes in `recaptchaToken`. */
export interface Captcha {
  /** A challenge for the browser to solve; missing where the provider's own script does that. */
  challenge?(request: ChallengeRequest): Promise<{ parameters: Record<string, unknown>; signature: string }>;
  /**
   * Whether the token is a solution for exactly this, used for the first time. Of several calls with one token at most
   * one gets true. Whatever is no token gets false.
   * @throws CaptchaUnavailable when nobody can tell; the caller decides what that means
   */
  verify(token: string, solution: Solution): Promise<boolean>;
  /** What the browser may know. */
  publicConfig(): { provider: 'altcha' } | { provider: 'recaptcha'; siteKey: string };
}

/** The provider, or the record of used solutions, does not answer. */
export class CaptchaUnavailable extends Error {
  override readonly name = 'CaptchaUnavailable';
}
