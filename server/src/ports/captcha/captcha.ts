/** 1 for the first suspicion, 3 for persistent guessing (security design 3.6). */
export type CaptchaDifficulty = 1 | 2 | 3;

export interface ChallengeRequest {
  /** The purpose of the solution, such as `login`. */
  action: string;
  /** The network prefix of the caller, as counted by limits. */
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

/** Distinguishes people from programs (reading 17). The token comes in `recaptchaToken`. */
export interface Captcha {
  /** A challenge for the browser to solve; missing if the provider's own script does that. */
  challenge?(request: ChallengeRequest): Promise<{ parameters: Record<string, unknown>; signature: string }>;
  /**
   * Whether the token is a solution for exactly this purpose, used for the first time. Of several calls with one token,
   * at most one gets true. Invalid tokens get false.
   * @throws CaptchaUnavailable if the check is impossible now; the caller decides what that means
   */
  verify(token: string, solution: Solution): Promise<boolean>;
  /** The public part for the browser. */
  publicConfig(): { provider: 'altcha' } | { provider: 'recaptcha'; siteKey: string };
}

/** The provider, or the record of used solutions, does not answer. */
export class CaptchaUnavailable extends Error {
  override readonly name = 'CaptchaUnavailable';
}
