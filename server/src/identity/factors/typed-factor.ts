import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';
import type { StepUpMethod } from '../../db/schema.ts';
import { refuse, type Refused } from '../../http/call.ts';
import { recordEvent, type Origin } from '../../core/audit/events.ts';
import { countTry, refundTry, secondFactorTally, type Prover } from '../attempts/attempts.ts';
import { digitsOf } from '../codes/rules.ts';
import { proveAuthenticator } from './authenticators.ts';
import { backupCodeOf } from './backup-codes.ts';
import { useBackupCode } from './use-backup-code.ts';

/** Factors that the person types without anything being sent. */
export type TypedFactor = 'Authenticator' | 'BackupCode';

/** The code in the form that is compared; null if it cannot be one. */
export const typedCode = (factor: TypedFactor, typed: string): string | null =>
  factor === 'Authenticator' ? digitsOf(typed) : backupCodeOf(typed);

/** Its name in a session. */
export const typedMethod: Record<TypedFactor, StepUpMethod> = { Authenticator: 'totp', BackupCode: 'backup' };

interface FactorAttempt {
  factor: TypedFactor;
  prover: Prover;
  /** As `typedCode` reads it. */
  code: string;
}

/**
 * Proves a typed factor and uses the code up if it is correct. A try with an app is counted before the comparison,
 * together with sent codes (security design P3), and taken back if it was correct. A backup code is not counted: 80
 * bits cannot be guessed, and it has to work while strangers have locked the rest. The caller holds the person's lock.
 * @returns if proven, when the person added the app; null for a backup code
 */
export async function proveTyped(
  tx: Database,
  context: Context,
  origin: Origin,
  { factor, ...typed }: FactorAttempt,
): Promise<{ factorSince: Date | null } | Refused<'MFA_INVALID_CODE' | 'LOCKED'>> {
  return factor === 'Authenticator'
    ? proveApp(tx, context, origin, typed)
    : proveBackupCode(tx, context, origin, typed);
}

async function proveApp(
  tx: Database,
  context: Context,
  origin: Origin,
  { code, prover }: Omit<FactorAttempt, 'factor'>,
) {
  const { personId } = prover;
  const tally = secondFactorTally(context, prover);
  const counted = await countTry(tx, tally);
  if (!counted) return refuse('LOCKED');
  const factorSince = await proveAuthenticator(tx, context, personId, code);
  if (factorSince) {
    await refundTry(tx, tally);
    return { factorSince };
  }
  const details = { factor: 'Authenticator', failures: counted.failures } as const;
  await recordEvent(tx, context, origin, { type: 'authn_factor_fail', details, personId });
  if (counted.isFull) await recordEvent(tx, context, origin, { type: 'authn_mfa_lock', details: {}, personId });
  return refuse('MFA_INVALID_CODE');
}

async function proveBackupCode(
  tx: Database,
  context: Context,
  origin: Origin,
  { prover: { personId }, code }: Omit<FactorAttempt, 'factor'>,
) {
  if (await useBackupCode(tx, context, personId, code)) {
    await recordEvent(tx, context, origin, { type: 'authn_backup_code_used', details: {}, personId });
    return { factorSince: null };
  }
  const details = { factor: 'BackupCode', failures: null } as const;
  await recordEvent(tx, context, origin, { type: 'authn_factor_fail', details, personId });
  return refuse('MFA_INVALID_CODE');
}
