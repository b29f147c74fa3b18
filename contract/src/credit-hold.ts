import type { ExternalAccount } from './external-accounts.ts';

type Bank = Pick<ExternalAccount, 'authenticationMethod' | 'status'>;

/**
 * What puts a line of credit on hold (specification section 4): its primary bank is one of small deposits, and that is not
 * validated yet, or the credit line is not above 0, or both; null where nothing does. What is not known holds nothing.
 * @param creditLine in minor units
 */
export function creditHoldCause(
  bank: Bank | null,
  creditLine: number | bigint | undefined,
): 'bank' | 'line' | 'bankAndLine' | null {
  if (bank?.authenticationMethod !== 'MICRODEPOSITS') return null;
  const noLine = creditLine !== undefined && creditLine <= 0;
  if (bank.status === 'ACTIVE') return noLine ? 'line' : null;
  return noLine ? 'bankAndLine' : 'bank';
}
