import type { ErrorBody } from '@florin/contract/errors';
import { externalAccountsWords } from '../../../../messages/en/money/external-accounts.ts';

const { failures } = externalAccountsWords.connect;

/** The sentence for a bank that could not be connected. @param wanted the last digits of the account to reconnect */
export function failureText(reason: ErrorBody<'BANK_LINK_FAILED'>['Reason'], wanted: string | null): string {
  return reason === 'other' ? failures.other(wanted ?? '') : failures[reason];
}
