import type * as contract from '@florin/contract/access/recovery';
import type { HandlersOf } from '../../../http/call.ts';
import { forgotPassword, forgotUsername } from './forgot.ts';
import { checkResetLink, forgotAuthenticate } from './open-link.ts';
import { confirmRecovery, endRecovery, recoveryRequests } from './requests.ts';
import { resetPassword } from './reset-password.ts';
import { verificationMethods, sendResetCode } from './send-code.ts';
import { verifyResetCode } from './verify-code.ts';

export const recoveryRoutes: HandlersOf<typeof contract> = {
  forgotUsername,
  forgotPassword,
  checkResetLink,
  forgotAuthenticate,
  verificationMethods,
  sendResetCode,
  verifyResetCode,
  resetPassword,
  recoveryRequests,
  confirmRecovery,
  endRecovery,
};
