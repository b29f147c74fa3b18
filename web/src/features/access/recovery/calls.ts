import {
  checkResetLink,
  forgotAuthenticate,
  forgotPassword,
  forgotUsername,
  resetPassword,
  sendResetCode,
  verificationMethods,
  verifyResetCode,
} from '@florin/contract/access/recovery';
import { sendLoginLink } from '@florin/contract/access/login';
import { call } from '../../../api.ts';
import { outcome, refused, type Performers } from '../../../flows/use-flow.ts';
import { thisDevice } from '../../../session/browser/device.ts';
import type { ForgotCalls } from './forgot.ts';
import type { ResetCalls } from './reset.ts';

const sent = () => ({ kind: 'sent' }) as const;
const verified = () => ({ kind: 'verified' }) as const;

export const forgotUsernameCalls: Performers<ForgotCalls> = {
  send: async ({ value, recaptchaToken }) =>
    outcome(await call(forgotUsername, { body: { emailId: value, recaptchaToken } }), sent),
};

export const forgotPasswordCalls: Performers<ForgotCalls> = {
  send: async ({ value, recaptchaToken }) =>
    outcome(await call(forgotPassword, { body: { userName: value, recaptchaToken } }), sent),
};

export const loginLinkCalls: Performers<ForgotCalls> = {
  send: async ({ value, recaptchaToken }) =>
    outcome(await call(sendLoginLink, { body: { username: value, recaptchaToken } }), sent),
};

/** Whether the server says that a link does not work; false while that is unknown. */
export async function isLinkRefused(requestCode: string): Promise<boolean> {
  try {
    const answer = await call(checkResetLink, { body: { requestCode } });
    return !answer.ok && answer.code === 'RESET_LINK_INVALID';
  } catch {
    return false;
  }
}

const methodsFor = (token: string) =>
  call(verificationMethods, { query: { deviceId: thisDevice().deviceId } }, { bearer: token });

export const resetCalls: Performers<ResetCalls> = {
  /** Exchanges the link's code for a token, and loads the possible second proofs. */
  async open({ requestCode }) {
    const begun = await call(forgotAuthenticate, { body: { requestCode, ...thisDevice() } });
    if (!begun.ok) return refused(begun);
    const { access_token: token, provenBy } = begun.body;
    return outcome(await methodsFor(token), ({ body: methods }) => ({
      kind: 'opened',
      link: { token, methods },
      provenBy,
    }));
  },

  async sendCode({ token, method: { entityType } }) {
    const answer = await call(sendResetCode, { body: { entityType } }, { bearer: token });
    const result = outcome(answer, ({ body }) => ({ kind: 'sent', ...body }) as const);
    if (result.kind === 'sent') return result;
    // A failed delivery can add methods; without an answer they stay as they are.
    const methods = await methodsFor(token).catch(() => null);
    return { kind: 'notSent', failure: result, methods: methods?.ok === true ? methods.body : null };
  },

  /** Options from the server, the browser's own dialog, and the server's answer. */
  async passkey({ token }) {
    const entityType = 'Passkey';
    const options = await call(sendResetCode, { body: { entityType } }, { bearer: token });
    if (!options.ok) return refused(options);
    const { provePasskey } = await import('../../../session/browser/passkey.ts');
    const proof = await provePasskey(options.body.options ?? {});
    if (!proof.ok) return { kind: 'passkeyFailed', reason: proof.reason };
    const body = { entityType, passkey: proof.passkey } as const;
    return outcome(await call(verifyResetCode, { body }, { bearer: token }), verified);
  },

  async verify({ token, method: { entityType }, code }) {
    const body = { entityType, ...(code !== null && { code }) };
    return outcome(await call(verifyResetCode, { body }, { bearer: token }), verified);
  },

  async reset({ token, method: { entityType }, code, password, confirmation: confirmPassword }) {
    const body = { password, confirmPassword, entityType, ...thisDevice(), ...(code !== null && { code }) };
    return outcome(await call(resetPassword, { body }, { bearer: token }), ({ body: session }) => ({
      kind: 'signedIn',
      body: session,
    }));
  },
};
