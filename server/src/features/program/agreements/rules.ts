import { agreementOf, type AgreementStatus } from '@florin/contract/program/agreements';
import type { AgreementName } from '@florin/contract/program/legal-texts';
import type { AccountOfAgreement, Acceptance } from './queries.ts';

/** The agreement of an account, by the same rule as its route (reading 13). */
export const agreementOfAccount = (account: AccountOfAgreement): AgreementName =>
  agreementOf({
    role: account.role,
    allowAdminViewCardUsage: account.allow_admin_view_card_usage,
    fundingSource: account.funding_source,
    userData: { bankId: account.bank_id, bankPayment: account.payment_network, program: account.program_type },
  });

/** A person's state: cardholders are asked, and again for each version. */
export const requestStatusOf = (
  agreement: AgreementName,
  version: number,
  { role }: Pick<AccountOfAgreement, 'role'>,
  accepted: Acceptance | null,
): AgreementStatus => ({
  agreement,
  version,
  asked: role === 'CARDHOLDER' && accepted?.version !== version,
  accepted: accepted && { version: accepted.version, at: accepted.accepted_at.toISOString() },
});
