import { sql } from 'kysely';
import type { Database } from '../../../db/open.ts';
import { idleEnd } from '../../../identity/sessions/queries.ts';
import type { SecondFactorTerms } from '../../../identity/sessions/rules.ts';
import type { AccountState } from '../../../core/people/accounts.ts';

/** The known facts about the security of an account. */
export interface SecurityFacts {
  mfaEnabled: boolean;
  /** Every account of the person, because a switch needs no second factor. */
  accounts: readonly (AccountState & SecondFactorTerms & { id: string })[];
  /** Closed accounts of the business that are still usable: an open session, or a card that is not closed. */
  formerUsersLeft: number;
}

export async function readSecurityFacts(
  db: Database,
  { personId, businessId }: { personId: string; businessId: string },
  now: Date,
): Promise<SecurityFacts> {
  const { rows } = await sql<SecurityFacts>`
    select person.mfa_enabled as "mfaEnabled", (
      select coalesce(jsonb_agg(jsonb_build_object('id', membership.id, 'role', membership.role, 'status', membership.status,
        'businessStatus', business.status, 'mfaMode', business.mfa_mode)), '[]')
      from membership join business on business.id = membership.business_id where membership.person_id = person.id
    ) as accounts, (
      select count(*)::int from membership where membership.business_id = ${businessId} and membership.status = 'CLOSED' and (
        exists (select from session where session.membership_id = membership.id and ended_at is null
          and absolute_expires_at > ${now} and ${idleEnd} > ${now})
        or exists (select from card where card.membership_id = membership.id and card.status <> 'CLOSED'))
    ) as "formerUsersLeft"
    from person where person.id = ${personId}`.execute(db);
  return rows[0]!;
}
