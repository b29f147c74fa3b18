import type { Handlers } from '../../../http/call.ts';
import { forgotRoutes } from './forgot.ts';
import { openLink } from './open-link.ts';
import { requestRoutes } from './requests.ts';
import { resetPassword } from './reset-password.ts';
import { listMethods, sendCode } from './send-code.ts';
import { verifyCode } from './verify-code.ts';

type Recovery =
  | 'forgotUsername'
  | 'forgotPassword'
  | 'forgotAuthenticate'
  | 'verificationMethods'
  | 'sendResetCode'
  | 'verifyResetCode'
  | 'resetPassword'
  | 'recoveryRequests'
  | 'confirmRecovery'
  | 'endRecovery';

export const recoveryRoutes: Pick<Handlers, Recovery> = {
  ...forgotRoutes,
  forgotAuthenticate: openLink,
  verificationMethods: listMethods,
  sendResetCode: sendCode,
  verifyResetCode: verifyCode,
  resetPassword,
  ...requestRoutes,
};
