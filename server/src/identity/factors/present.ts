import type { StrongerFactor } from '@florin/contract/errors';
import { sql } from 'kysely';
import type { Database } from '../../db/open.ts';

/** How much a person has beside e-mail and phone. */
export interface PresentFactors {
  /** All of them, and those that work at the host name that was asked. */
  passkeys: number;
  passkeysHere: number;
  authenticators: number;
  backupCodes: number;
}

/** @param hostname where a passkey would be proven: one that was made at another name does not work there */
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

/** What is offered before a code is sent, the strongest first. */
export function strongerFactors({ passkeysHere, authenticators, backupCodes }: PresentFactors): StrongerFactor[] {
  const has: Record<StrongerFactor, number> = {
    Passkey: passkeysHere,
    Authenticator: authenticators,
    BackupCode: backupCodes,
  };
  const strongestFirst: StrongerFactor[] = ['Passkey', 'Authenticator', 'BackupCode'];
  return strongestFirst.filter((factor) => has[factor] > 0);
}
