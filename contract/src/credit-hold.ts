import type { ExternalAccount } from './external-accounts.ts';

type Bank = Pick<ExternalAccount, 'authenticationMethod' | 'status'>;

/**
 * Whether a line of credit is on hold (specification section 4): its primary bank is one of small deposits, and that is not
 * validated yet, or the credit line is not above 0. What is not known holds nothing.
 * @param creditLine in minor units
 */
export const isCreditOnHold = (bank: Bank | null, creditLine: number | bigint | undefined): boolean =>
  bank?.authenticationMethod === 'MICRODEPOSITS' &&
  (bank.status !== 'ACTIVE' || (creditLine !== undefined && creditLine <= 0));
