import { agreementOf, type AgreementStanding } from '@florin/contract/agreements';
import type { AgreementName } from '@florin/contract/legal-texts';
import type { AccountOfAgreement, Acceptance } from './queries.ts';

/** The agreement of an account, by the rule that the routes go by (reading 13). */
export const agreementOfAccount = (account: AccountOfAgreement): AgreementName =>
  agreementOf({
    role: account.role,
    allowAdminViewCardUsage: account.allow_admin_view_card_usage,
    fundingSource: account.funding_source,
    userData: { bankId: account.bank_id, bankPayment: account.payment_network, program: account.program_type },
  });

/** Where a person stands: those who hold a card are asked, and each version anew. */
export const standingOf = (
  agreement: AgreementName,
  version: number,
  { role }: Pick<AccountOfAgreement, 'role'>,
  accepted: Acceptance | null,
): AgreementStanding => ({
  agreement,
  version,
  asked: role === 'CARDHOLDER' && accepted?.version !== version,
  accepted: accepted && { version: accepted.version, at: accepted.accepted_at.toISOString() },
});
