import type { UserInfo } from '@florin/contract/user-info';

type Holder = Pick<UserInfo, 'role' | 'allowAdminViewCardUsage' | 'fundingSource'> & {
  userData: Pick<UserInfo['userData'], 'bankId' | 'bankPayment' | 'program'>;
};

/** The agreement routes (reading 12). The credit guide keeps the spelling of the specification and is public. */
export type AgreementPath =
  | '/cardholder-mb-agreement'
  | '/cardholder-fifththird-grants-agreement'
  | '/cardholder-fifththird-disburse-owned-funds-agreement'
  | '/cardholder-bancorp-agreement'
  | '/cardholder-bancorp-mc-agreement'
  | '/cardholder-bancorp-grants-agreement'
  | '/cardholder-bancorp-disburse-owned-funds-agreement'
  | '/cardholder-bankcorp-credit-aggreement';

/** Which agreement an account stands under, by funding source, bank, payment network and program (reading 13). */
export function agreementPathOf(holder: Holder): AgreementPath {
  const { bankId, bankPayment, program } = holder.userData;
  if (holder.fundingSource === 'Credit') return '/cardholder-bankcorp-credit-aggreement';
  if (bankId === 'MBFINANCIAL') return '/cardholder-mb-agreement';
  const business = bankPayment === 'Mastercard' ? '/cardholder-bancorp-mc-agreement' : '/cardholder-bancorp-agreement';
  // Consumer pages are for people whose spending is their own to see.
  if (holder.role === 'ADMIN' && !holder.allowAdminViewCardUsage) return business;
  if (bankId === 'FIFTHTHIRD')
    return program === 'Grants'
      ? '/cardholder-fifththird-grants-agreement'
      : '/cardholder-fifththird-disburse-owned-funds-agreement';
  if (bankPayment === 'Mastercard') return business;
  if (program === 'Grants') return '/cardholder-bancorp-grants-agreement';
  if (program === 'OwnedFunds') return '/cardholder-bancorp-disburse-owned-funds-agreement';
  return business;
}
