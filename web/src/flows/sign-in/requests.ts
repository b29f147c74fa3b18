import type { ErrorBody } from '@florin/contract/errors';
import { authenticateWithPasskey, passkeyOptions } from '@florin/contract/factors';
import { login } from '@florin/contract/login';
import { authenticate, sendCode } from '@florin/contract/mfa';
import { call, UnexpectedAnswer } from '../../api.ts';
import type { Answer, Request } from './sign-in.ts';

/** Makes the call that the state asks for. It never rejects: what goes wrong is an answer, too. */
export async function perform(request: Request): Promise<Answer> {
  try {
    return await ask(request);
  } catch (error) {
    if (!(error instanceof UnexpectedAnswer)) return { kind: 'network' };
    return refused({ Code: 'UNEXPECTED', Message: error.message }, error.correlationId);
  }
}

async function ask(request: Request): Promise<Answer> {
  switch (request.call) {
    case 'login': {
      const { username, password, recaptchaToken } = request;
      const answer = await call(login, { body: { username, password, recaptchaToken } });
      if (!answer.ok) return refused(answer.body, answer.correlationId, answer.retryAfterSeconds);
      if (answer.status === 302) return { kind: 'startSite', ...answer.body };
      return { kind: 'signedIn', body: answer.body };
    }
    case 'sendCode': {
      const { factor, type } = request;
      const body = {
        twoFactorAuthEntityType: type,
        userName: factor.username,
        actionReason: 'LoginNewDevice',
      } as const;
      const answer = await call(sendCode, { body }, { bearer: factor.sessionId });
      return answer.ok ? { kind: 'codeSent' } : refused(answer.body, answer.correlationId, answer.retryAfterSeconds);
    }
    case 'authenticate': {
      const { factor, type, code } = request;
      const body = { username: factor.username, code, twoFactorAuthSessionId: factor.sessionId, type };
      const answer = await call(authenticate, { body });
      return answer.ok
        ? { kind: 'signedIn', body: answer.body }
        : refused(answer.body, answer.correlationId, answer.retryAfterSeconds);
    }
    case 'passkey':
      return withPasskey(request.factor === null ? {} : { twoFactorAuthSessionId: request.factor.sessionId });
  }
}

/** Options from the server, the browser's own question, and the server's verdict. */
async function withPasskey(pending: { twoFactorAuthSessionId?: string }): Promise<Answer> {
  const options = await call(passkeyOptions, { body: pending });
  if (!options.ok) return refused(options.body, options.correlationId);
  const { provePasskey } = await import('../../session/passkey.ts');
  const outcome = await provePasskey(options.body.options);
  if (!outcome.ok) return { kind: 'passkeyFailed', reason: outcome.reason };
  const answer = await call(authenticateWithPasskey, { body: { ...pending, passkey: outcome.passkey } });
  if (!answer.ok) return refused(answer.body, answer.correlationId);
  if (answer.status === 302) return { kind: 'startSite', ...answer.body };
  return { kind: 'signedIn', body: answer.body };
}

const refused = (error: ErrorBody, correlationId: string | null, retryAfterSeconds: number | null = null): Answer => ({
  kind: 'refusal',
  error,
  correlationId,
  retryAfterSeconds,
});
