import { sql } from 'kysely';
import type { Database } from '../../../db/open.ts';
import type { FundingSource } from '@florin/contract/program/user-info';
import type { SecondFactorTerms } from '../../../identity/sessions/rules.ts';
import type { AccountState } from '../../../core/people/accounts.ts';

/** The stored facts about the setup of a business. A moment is null until the fact exists. */
export interface OnboardingFacts {
  fundingSource: FundingSource | null;
  /** Its cards spend what the business has; otherwise each has money of its own. */
  usesBusinessBalance: boolean;
  bankSince: Date | null;
  fundsSince: Date | null;
  /** A deposit is on its way. */
  isDepositing: boolean;
  teamSince: Date | null;
  policySince: Date | null;
  hasCardholder: boolean;
  /** The invite of a cardholder can still be accepted. */
  hasInvitedCardholder: boolean;
  hasCard: boolean;
  cardSince: Date | null;
  /** The first name of a holder, while every card of the business is a physical one that is being produced. */
  producedFor: string | null;
  cardFundsSince: Date | null;
  checklistSince: Date | null;
  mfaEnabled: boolean;
  /** Every account of the person, for the rule about the second factor. */
  accounts: readonly (AccountState & SecondFactorTerms & { id: string })[];
}

export async function readOnboardingFacts(
  db: Database,
  { personId, businessId, membershipId }: { personId: string; businessId: string; membershipId: string },
  now: Date,
): Promise<OnboardingFacts> {
  const { rows } = await sql<OnboardingFacts>`
    select business.funding_source as "fundingSource",
      business.use_business_balance_for_auths as "usesBusinessBalance",
      (select min(coalesce(validated_at, created_at)) from external_account where business_id = business.id
        and status = 'ACTIVE' and connection_active is not false) as "bankSince",
      (select entry.at from financial_account account join entry on entry.account_id = account.id
        where account.business_id = business.id and account.kind = 'business_available' and entry.side = 'CREDIT'
        order by entry.number limit 1) as "fundsSince",
      exists (select from bank_transfer where business_id = business.id and direction = 'IN'
        and stage in ('SCHEDULED', 'SENT', 'HELD')) as "isDepositing",
      least(
        (select min(created_at) from membership where business_id = business.id and id <> ${membershipId}),
        (select min(created_at) from invite where business_id = business.id and revoked_at is null)
      ) as "teamSince",
      (select min(version.valid_from) from spend_policy policy
        join spend_policy_version version on version.policy_id = policy.id
        where policy.business_id = business.id and policy.layer <> 'OVERRIDE' and version.valid_from <= ${now})
        as "policySince",
      exists (select from membership where business_id = business.id and role = 'CARDHOLDER' and status = 'OPEN')
        as "hasCardholder",
      exists (select from invite where business_id = business.id and role = 'CARDHOLDER' and accepted_at is null
        and revoked_at is null and expires_at > ${now}) as "hasInvitedCardholder",
      exists (select from card where business_id = business.id) as "hasCard",
      (select min(issued_at) from card where business_id = business.id) as "cardSince",
      (select min(holder.first_name) from card
        left join membership on membership.id = card.membership_id left join person holder on holder.id = membership.person_id
        where card.business_id = business.id
        having bool_and(card.kind = 'PHYSICAL' and card.status = 'PENDING_FULFILLMENT')) as "producedFor",
      (select min(entry.at) from financial_account account
        join entry on entry.account_id = account.id and entry.number = 1
        where account.business_id = business.id and account.kind = 'card_wallet') as "cardFundsSince",
      (select seen_at from seen_mark where person_id = person.id and page = 'security-checklist') as "checklistSince",
      person.mfa_enabled as "mfaEnabled", (
        select jsonb_agg(jsonb_build_object('id', membership.id, 'role', membership.role, 'status', membership.status,
          'businessStatus', b.status, 'mfaMode', b.mfa_mode))
        from membership join business b on b.id = membership.business_id where membership.person_id = person.id
      ) as accounts
    from business, person where business.id = ${businessId} and person.id = ${personId}`.execute(db);
  return rows[0]!;
}
