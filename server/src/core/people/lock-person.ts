import type { Role } from '@florin/contract/access/session';
import { sql, type OperationNodeSource } from 'kysely';
import type { Database } from '../../db/open.ts';
import { writesOf } from '../../db/write-together.ts';
import type { AccountState } from './accounts.ts';

/** An account with the facts that decide whether and how a person may enter it. */
export interface MembershipForUpdate extends AccountState {
  id: string;
  businessId: string;
  role: Role;
  mfaMode: 'Disabled' | 'Enabled' | 'Required';
  startSiteMessage: string | null;
}

/** A person during a sign-in decision, as stored at that moment. */
export interface PersonForUpdate {
  id: string;
  programId: string;
  usernameSkeleton: string;
  passwordHash: string;
  passwordChangedAt: Date;
  mfaEnabled: boolean;
  riskFlagOpen: boolean;
  hasUnverifiedPhone: boolean;
  /** In the person's own order. */
  accounts: readonly MembershipForUpdate[];
}

/**
 * Locks a person's row until the end of the transaction, and reads the facts on which a session depends. Every act that
 * issues a session calls this, so that a person's sign-ins, switches and codes happen one after the other.
 * @param alongside writes that share the round trip
 */
export async function lockPerson(
  tx: Database,
  personId: string,
  alongside: readonly OperationNodeSource[] = [],
): Promise<PersonForUpdate | null> {
  const { rows } = await sql<PersonForUpdate>`${alongside.length > 0 ? writesOf(alongside) : sql``}
    select person.id, person.program_id as "programId", person.username_skeleton as "usernameSkeleton",
      person.password_hash as "passwordHash", person.password_changed_at as "passwordChangedAt",
      person.mfa_enabled as "mfaEnabled", ${openRiskFlag(sql.ref('person.id'))} as "riskFlagOpen",
      exists (select from contact where contact.person_id = person.id and kind = 'PhoneNumber' and verified_at is null)
        as "hasUnverifiedPhone",
      ${accounts} as accounts
    from person where person.id = ${personId} for no key update of person`.execute(tx);
  return rows[0] ?? null;
}

const accounts = sql`(
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', membership.id, 'role', membership.role, 'status', membership.status, 'businessId', membership.business_id,
    'businessStatus', business.status, 'mfaMode', business.mfa_mode, 'startSiteMessage', business.start_site_message
  ) order by membership.position, membership.id), '[]')
  from membership join business on business.id = membership.business_id
  where membership.person_id = person.id)`;

/** An operator or a rule restricts the person's sessions. */
const openRiskFlag = (personId: ReturnType<typeof sql.ref>) =>
  sql<boolean>`exists (select from risk_flag where risk_flag.person_id = ${personId} and cleared_at is null)`;
