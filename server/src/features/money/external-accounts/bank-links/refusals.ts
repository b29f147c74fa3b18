import type { ErrorBody } from '@florin/contract/errors';
import { refuse } from '../../../../http/call.ts';
import { OpenBankingError } from '../../../../ports/open-banking/open-banking.ts';

/** The bank could not be connected, and why. */
export const linkFailed = (Reason: ErrorBody<'BANK_LINK_FAILED'>['Reason']) => refuse('BANK_LINK_FAILED', { Reason });

/** The refusal for a provider's failure; other errors are thrown on. */
export function bankRefusal(error: unknown) {
  if (!(error instanceof OpenBankingError)) throw error;
  if (error.failure === 'unavailable') return linkFailed('down');
  return linkFailed(error.failure === 'accounts' ? 'accounts' : 'expired');
}
