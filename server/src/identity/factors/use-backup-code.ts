import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';

/**
 * The stored form of a backup code. 80 random bits cannot be guessed, so a keyed MAC is enough where a password needs a
 * slow hash (ASVS 6.5.2).
 * @param code as `backupCodeOf` reads it
 */
export const backupCodeMac = ({ keys }: Pick<Context, 'keys'>, personId: string, code: string): Buffer =>
  keys.mac('backup-code', `${personId}|${code}`);

/** Uses up a backup code, once, by one guarded statement. The caller has counted the try. */
export async function useBackupCode(
  tx: Database,
  context: Pick<Context, 'keys' | 'clock'>,
  personId: string,
  code: string,
): Promise<boolean> {
  const used = await tx
    .updateTable('backup_code')
    .set({ used_at: context.clock.now() })
    .where('person_id', '=', personId)
    .where('mac', '=', backupCodeMac(context, personId, code))
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
}
