import type { ErrorBody } from '@florin/contract/errors';
import {
  forgotAuthenticate,
  forgotPassword,
  forgotUsername,
  resetPassword,
  sendResetCode,
  verificationMethods,
  verifyResetCode,
} from '@florin/contract/recovery';
import { call, UnexpectedAnswer } from '../../../api.ts';
import { thisDevice } from '../../../session/device.ts';
import type { ForgotRequest, Said } from './forgot.ts';
import type { ResetAnswer, ResetRequest } from './reset.ts';

type Sent = { kind: 'sent' } | Said;
interface Answered {
  ok: boolean;
  body: unknown;
  correlationId: string | null;
  retryAfterSeconds?: number | null;
}

export const askForUsername = ({ value, recaptchaToken }: ForgotRequest): Promise<Sent> =>
  guarded(async () => sentOr(await call(forgotUsername, { body: { emailId: value, recaptchaToken } })));

export const askForLink = ({ value, recaptchaToken }: ForgotRequest): Promise<Sent> =>
  guarded(async () => sentOr(await call(forgotPassword, { body: { userName: value, recaptchaToken } })));

/** Makes the call that the reset asks for. It never rejects: what goes wrong is an answer, too. */
export const performReset = (request: ResetRequest): Promise<ResetAnswer> => guarded(() => ask(request));

async function ask(request: ResetRequest): Promise<ResetAnswer> {
  switch (request.call) {
    case 'open':
      return open(request.requestCode);
    case 'sendCode': {
      const { entityType } = request.method;
      const answer = await call(sendResetCode, { body: { entityType } }, { bearer: request.token });
      return answer.ok
        ? { kind: 'sent', requestNumber: answer.body.requestNumber }
        : notSent(request.token, sentOr(answer) as Said);
    }
    case 'passkey':
      return withPasskey(request.token);
    case 'verify': {
      const { entityType } = request.method;
      const body = { entityType, ...codeOf(request) };
      const answer = await call(verifyResetCode, { body }, { bearer: request.token });
      return answer.ok ? { kind: 'verified' } : refused(answer.body, answer.correlationId, answer.retryAfterSeconds);
    }
    case 'reset': {
      const { entityType } = request.method;
      const { password, confirmation: confirmPassword } = request;
      const body = { password, confirmPassword, entityType, ...thisDevice(), ...codeOf(request) };
      const answer = await call(resetPassword, { body }, { bearer: request.token });
      return answer.ok ? { kind: 'signedIn', body: answer.body } : refused(answer.body, answer.correlationId);
    }
  }
}

/** Exchanges the link's code for the flow, and asks for the ways to prove the second thing. */
async function open(requestCode: string): Promise<ResetAnswer> {
  const { deviceId } = thisDevice();
  const begun = await call(forgotAuthenticate, { body: { requestCode, ...thisDevice() } });
  if (!begun.ok) return refused(begun.body, begun.correlationId);
  const { access_token: token, provenBy } = begun.body;
  const methods = await call(verificationMethods, { query: { deviceId } }, { bearer: token });
  if (!methods.ok) return refused(methods.body, methods.correlationId);
  return { kind: 'opened', flow: { token, methods: methods.body }, provenBy };
}

/** Options from the server, the browser's own question, and the server's verdict. */
async function withPasskey(token: string): Promise<ResetAnswer> {
  const entityType = 'Passkey';
  const begun = await call(sendResetCode, { body: { entityType } }, { bearer: token });
  if (!begun.ok) return refused(begun.body, begun.correlationId);
  const { provePasskey } = await import('../../../session/passkey.ts');
  const outcome = await provePasskey(begun.body.options ?? {});
  if (!outcome.ok) return { kind: 'passkeyFailed', reason: outcome.reason };
  const answer = await call(verifyResetCode, { body: { entityType, passkey: outcome.passkey } }, { bearer: token });
  return answer.ok ? { kind: 'verified' } : refused(answer.body, answer.correlationId);
}

/** A code that was not sent can open other ways to prove the second thing; without an answer they stay as they are. */
async function notSent(token: string, said: Said): Promise<ResetAnswer> {
  const { deviceId } = thisDevice();
  const methods = await call(verificationMethods, { query: { deviceId } }, { bearer: token }).catch(() => null);
  return { kind: 'notSent', said, methods: methods?.ok === true ? methods.body : null };
}

const codeOf = ({ code }: { code: string | null }) => (code === null ? {} : { code });

const sentOr = (answer: Answered): Sent =>
  answer.ok ? { kind: 'sent' } : refused(answer.body as ErrorBody, answer.correlationId, answer.retryAfterSeconds);

const refused = (error: ErrorBody, correlationId: string | null, retryAfterSeconds: number | null = null): Said => ({
  kind: 'refusal',
  error,
  correlationId,
  retryAfterSeconds,
});

async function guarded<A>(run: () => Promise<A>): Promise<A | Said> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof UnexpectedAnswer)) return { kind: 'network' };
    return refused({ Code: 'UNEXPECTED', Message: error.message }, error.correlationId);
  }
}
