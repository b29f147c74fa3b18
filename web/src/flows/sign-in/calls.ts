import { authenticateWithPasskey, passkeyOptions } from '@florin/contract/access/passkey-sign-in';
import { login, type SignedIn } from '@florin/contract/access/login';
import { authenticate, sendCode } from '@florin/contract/access/mfa';
import { call, UnexpectedAnswer } from '../../api.ts';
import { outcome, refused, type Performers } from '../use-flow.ts';
import type { SignInCalls } from './sign-in.ts';

type LetIn = { status: 200; body: SignedIn } | { status: 302; body: { StartSiteUrl: string; Message: string } };
const letIn = (answer: LetIn) =>
  answer.status === 302
    ? ({ kind: 'startSite', ...answer.body } as const)
    : ({ kind: 'signedIn', body: answer.body } as const);

let keeping: Promise<typeof import('./kept-code.ts') | null> | undefined;

/**
 * The module that keeps the step of a sent code, loaded once; null if it cannot be loaded. A reload then starts over.
 */
export const keptCode = () => (keeping ??= import('./kept-code.ts').catch(() => null));

/** With these, a code that is not known is any other login error (section 8, reading 27). */
const refusesCredentials: readonly number[] = [400, 401, 403];

export const signInCalls: Performers<SignInCalls> = {
  async login({ username, password, recaptchaToken }) {
    try {
      return outcome(await call(login, { body: { username, password, recaptchaToken } }), letIn);
    } catch (error) {
      if (!(error instanceof UnexpectedAnswer) || !refusesCredentials.includes(error.status)) throw error;
      const body = { Code: 'INVALID_CREDENTIALS', Message: error.message } as const;
      return { kind: 'refusal', body, correlationId: error.correlationId };
    }
  },

  async sendCode({ factor, type }) {
    const body = { twoFactorAuthEntityType: type, userName: factor.username, actionReason: 'LoginNewDevice' } as const;
    const [answer] = await Promise.all([call(sendCode, { body }, { bearer: factor.sessionId }), keptCode()]);
    return outcome(answer, ({ body: { resendInSeconds } }) => ({ kind: 'codeSent', resendInSeconds }));
  },

  async authenticate({ factor, type, code }) {
    const body = { username: factor.username, code, twoFactorAuthSessionId: factor.sessionId, type };
    return outcome(await call(authenticate, { body }), letIn);
  },

  /** Gets the options from the server, shows the browser's own dialog, and returns the server's answer. */
  async passkey({ factor }) {
    const pending = factor === null ? {} : { twoFactorAuthSessionId: factor.sessionId };
    const options = await call(passkeyOptions, { body: pending });
    if (!options.ok) return refused(options);
    const { provePasskey } = await import('../../session/browser/passkey.ts');
    const proof = await provePasskey(options.body.options);
    if (!proof.ok) return { kind: 'passkeyFailed', reason: proof.reason };
    return outcome(await call(authenticateWithPasskey, { body: { ...pending, passkey: proof.passkey } }), letIn);
  },
};
