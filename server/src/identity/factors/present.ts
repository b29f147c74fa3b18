import type { EnrolledFactor } from '@florin/contract/errors';
import { sql } from 'kysely';
import type { Database } from '../../db/open.ts';

/** A person's factors besides email and phone. */
export interface PresentFactors {
  /** All of them, and those that work at the requested host name. */
  passkeys: number;
  passkeysHere: number;
  authenticators: number;
  backupCodes: number;
}

/** @param hostname the host name of the page: passkeys of other host names do not work there */
export async function presentFactors(tx: Database, personId: string, hostname: string): Promise<PresentFactors> {
  const { rows } = await sql<PresentFactors>`select
    (select count(*)::int from passkey where person_id = ${personId}) as passkeys,
    (select count(*)::int from passkey where person_id = ${personId} and rp_id = ${hostname}) as "passkeysHere",
    (select count(*)::int from authenticator where person_id = ${personId} and confirmed_at is not null) as authenticators,
    (select count(*)::int from backup_code where person_id = ${personId} and used_at is null) as "backupCodes"`.execute(
    tx,
  );
  return rows[0]!;
}

/** The factors offered before a code is sent, the strongest first. */
export function enrolledFactors({ passkeysHere, authenticators, backupCodes }: PresentFactors): EnrolledFactor[] {
  const has: Record<EnrolledFactor, number> = {
    Passkey: passkeysHere,
    Authenticator: authenticators,
    BackupCode: backupCodes,
  };
  const strongestFirst: EnrolledFactor[] = ['Passkey', 'Authenticator', 'BackupCode'];
  return strongestFirst.filter((factor) => has[factor] > 0);
}
