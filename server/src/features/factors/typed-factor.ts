import { accessCode } from '@florin/contract/limits';
import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';
import { refuse, type Refused } from '../../http/call.ts';
import { recordEvent, type Origin } from '../audit/events.ts';
import { countPersonTry, refundPersonTry, secondFactorKey } from '../mfa/queries.ts';
import { digitsOf } from '../mfa/rules.ts';
import { proveAuthenticator } from './authenticators.ts';
import { backupCodeOf } from './backup-codes.ts';
import { useBackupCode } from './use-backup-code.ts';

/** What the person has and types, without anything being sent. */
export type TypedFactor = 'Authenticator' | 'BackupCode';

/** The code as it is compared; null where it cannot be one. */
export const typedCode = (factor: TypedFactor, typed: string): string | null =>
  factor === 'Authenticator' ? digitsOf(typed) : backupCodeOf(typed);

/** What a session says of it. */
export const typedMethod: Record<TypedFactor, string> = { Authenticator: 'totp', BackupCode: 'backup' };

/**
 * Proves a typed factor: counts the try on the person before it is compared, over all factors and flows (security design
 * P3), uses the code up where it is right, and takes the count back. The caller holds the person's lock.
 * @param code as `typedCode` reads it
 * @returns null where it is proven
 */
export async function proveTyped(
  tx: Database,
  context: Context,
  origin: Origin,
  { personId, factor, code }: { personId: string; factor: TypedFactor; code: string },
): Promise<Refused<'MFA_INVALID_CODE' | 'LOCKED'> | null> {
  const key = secondFactorKey(context, personId);
  const failures = await countPersonTry(tx, key, context.clock.now());
  if (failures === null) return refuse('LOCKED');
  const proven = await (factor === 'Authenticator'
    ? proveAuthenticator(tx, context, personId, code)
    : useBackupCode(tx, context, personId, code));
  if (!proven) {
    await recordFactorFailure(tx, context, origin, { personId, factor, failures });
    return refuse('MFA_INVALID_CODE');
  }
  await refundPersonTry(tx, key);
  if (factor === 'BackupCode')
    await recordEvent(tx, context, origin, { type: 'authn_backup_code_used', details: {}, personId });
  return null;
}

/** Records a wrong proof, and the lock that the last one of a day brings. */
export async function recordFactorFailure(
  tx: Database,
  context: Context,
  origin: Origin,
  { personId, factor, failures }: { personId: string; factor: TypedFactor | 'Password'; failures: number },
): Promise<void> {
  await recordEvent(tx, context, origin, { type: 'authn_factor_fail', details: { factor, failures }, personId });
  if (failures >= accessCode.maxFailuresPerDay)
    await recordEvent(tx, context, origin, { type: 'authn_mfa_lock', details: {}, personId });
}
