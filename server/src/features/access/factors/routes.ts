import type { Handlers } from '../../../http/call.ts';
import { changePassword } from './change-password.ts';
import { removeFactor, renameFactor } from './change-factor.ts';
import { confirmAuthenticator, startAuthenticator } from './enrol-authenticator.ts';
import { confirmPasskey, startPasskey } from './enrol-passkey.ts';
import { makeBackupCodes } from './make-backup-codes.ts';
import { passkeyOptions } from '../../../identity/factors/passkey-options.ts';
import { authenticateWithPasskey } from './passkey-sign-in.ts';
import { readSettings } from './settings.ts';
import { setMfaEnabled } from './switch-mfa.ts';

type Factors =
  | 'securitySettings'
  | 'setMfaEnabled'
  | 'startAuthenticator'
  | 'confirmAuthenticator'
  | 'startPasskey'
  | 'confirmPasskey'
  | 'renameFactor'
  | 'removeFactor'
  | 'makeBackupCodes'
  | 'changePassword'
  | 'passkeyOptions'
  | 'authenticateWithPasskey';

export const factorsRoutes: Pick<Handlers, Factors> = {
  securitySettings: readSettings,
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
