import { sql } from 'kysely';
import type { Database } from '../../../db/open.ts';
import type { FundingSource } from '@florin/contract/user-info';
import type { SecondFactorTerms } from '../../../identity/sessions/rules.ts';
import type { AccountState } from '../../../core/people/accounts.ts';

/** The stored facts about the setup of a business. */
export interface OnboardingFacts {
  fundingSource: FundingSource | null;
  hasBank: boolean;
  hasFunds: boolean;
  hasTeam: boolean;
  hasCard: boolean;
  hasReadChecklist: boolean;
  mfaEnabled: boolean;
  /** Every account of the person, for the rule about the second factor. */
  accounts: readonly (AccountState & SecondFactorTerms & { id: string })[];
}

export async function readOnboardingFacts(
  db: Database,
  { personId, businessId, membershipId }: { personId: string; businessId: string; membershipId: string },
): Promise<OnboardingFacts> {
  const { rows } = await sql<OnboardingFacts>`
    select business.funding_source as "fundingSource",
      exists (select from external_account where business_id = business.id and status = 'ACTIVE'
        and connection_active is not false) as "hasBank",
      exists (select from financial_account where business_id = business.id and kind = 'business_available'
        and credits_posted > 0) as "hasFunds",
      exists (select from membership where business_id = business.id and id <> ${membershipId})
        or exists (select from invite where business_id = business.id and revoked_at is null) as "hasTeam",
      exists (select from card where business_id = business.id) as "hasCard",
      exists (select from seen_mark where person_id = person.id and page = 'security-checklist') as "hasReadChecklist",
      person.mfa_enabled as "mfaEnabled", (
        select jsonb_agg(jsonb_build_object('id', membership.id, 'role', membership.role, 'status', membership.status,
          'businessStatus', b.status, 'mfaMode', b.mfa_mode))
        from membership join business b on b.id = membership.business_id where membership.person_id = person.id
      ) as accounts
    from business, person where business.id = ${businessId} and person.id = ${personId}`.execute(db);
  return rows[0]!;
}
