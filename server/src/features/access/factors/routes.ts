import type * as contract from '@florin/contract/access/factors';
import type { HandlersOf, Handler } from '../../../http/call.ts';
import { changePassword } from './change-password.ts';
import { removeFactor, renameFactor } from './change-factor.ts';
import { confirmAuthenticator, startAuthenticator } from './enrol-authenticator.ts';
import { confirmPasskey, startPasskey } from './enrol-passkey.ts';
import { securitySettings } from './settings.ts';
import { setMfaEnabled } from './switch-mfa.ts';
import { backupCodes } from '@florin/contract/limits';
import { newId } from '../../../db/ids.ts';
import { originOf, recordEvent } from '../../../core/audit/events.ts';
import { notifyChange } from '../../../core/notices/notify-change.ts';
import { changeCredential } from '../../../identity/step-up/make-change.ts';
import { backupCodeOf, newBackupCode } from '../../../identity/factors/backup-codes.ts';
import { backupCodeMac } from '../../../identity/factors/use-backup-code.ts';

/** POST /api/factors/backup-codes: shown in this answer and never again; older ones stop working. */
const makeBackupCodes: Handler<'makeBackupCodes'> = (call) =>
  changeCredential(call, async (tx, { id: personId }) => {
    const { context } = call;
    const now = context.clock.now();
    const codes = Array.from({ length: backupCodes.count }, newBackupCode);
    await tx.deleteFrom('backup_code').where('person_id', '=', personId).execute();
    await tx
      .insertInto('backup_code')
      .values(
        codes.map((code) => ({
          id: newId(now.getTime()),
          person_id: personId,
          mac: backupCodeMac(context, personId, backupCodeOf(code)!),
          created_at: now,
          used_at: null,
        })),
      )
      .execute();
    await recordEvent(tx, context, originOf(call), { type: 'authn_backup_codes_made', details: {}, personId });
    await notifyChange(tx, context, personId, { type: 'backupCodesMade' });
    return { status: 200 as const, body: { codes } };
  });

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
};
