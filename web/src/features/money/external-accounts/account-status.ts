import type { ExternalAccount } from '@florin/contract/external-accounts';
import { externalAccountsWords as words } from '../../../messages/en/external-accounts.ts';

type State = 'active' | 'unlinked' | 'awaiting' | 'sending' | 'failed';

const tones = { active: 'ok', unlinked: 'bad', awaiting: 'warn', sending: 'info', failed: 'bad' } as const;

function stateOf({ status, openBankingConnection, validation }: ExternalAccount): State {
  if (status === 'VALIDATIONFAILED') return 'failed';
  if (status === 'AWAITINGMINIDEPOSIT') return validation?.depositsSent === false ? 'sending' : 'awaiting';
  return openBankingConnection?.isActive === false ? 'unlinked' : 'active';
}

/** How a bank account stands: one state of a closed list, its tone and its words, and what to do about it. */
export function statusOf(account: ExternalAccount) {
  const state = stateOf(account);
  const help = state === 'unlinked' ? words.unlinkedHelp : state === 'failed' ? words.failedHelp : null;
  return { state, tone: tones[state], text: words.statuses[state], help };
}
