import type * as contract from '@florin/contract/factors';
import type { HandlersOf } from '../../../http/call.ts';
import { changePassword } from './change-password.ts';
import { removeFactor, renameFactor } from './change-factor.ts';
import { confirmAuthenticator, startAuthenticator } from './enrol-authenticator.ts';
import { confirmPasskey, startPasskey } from './enrol-passkey.ts';
import { makeBackupCodes } from './make-backup-codes.ts';
import { authenticateWithPasskey, passkeyOptions } from './passkey-sign-in.ts';
import { securitySettings } from './settings.ts';
import { setMfaEnabled } from './switch-mfa.ts';

export const factorsRoutes: HandlersOf<typeof contract> = {
  securitySettings,
  setMfaEnabled,
  startAuthenticator,
  confirmAuthenticator,
  startPasskey,
  confirmPasskey,
  renameFactor,
  removeFactor,
  makeBackupCodes,
  changePassword,
  passkeyOptions,
  authenticateWithPasskey,
};
