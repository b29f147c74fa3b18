import type * as contract from '@florin/contract/external-accounts';
import type { HandlersOf } from '../../../http/call.ts';
import { addExternalAccount } from './add.ts';
import { openFundsVerification, verifyFunds } from './funds-verification.ts';
import { externalAccountsOf, readPrimaryCreditBank } from './queries.ts';
import { externalAccountOf } from './rules.ts';
import { validateExternalAccount } from './validate.ts';

export const externalAccountsRoutes: HandlersOf<typeof contract> = {
  primaryCreditBank: async ({ context, caller: session }) => {
    const bank = await readPrimaryCreditBank(context.db, session.businessId);
    return { status: 200, body: { primaryBank: bank ? externalAccountOf(bank) : null } };
  },
  externalAccounts: async ({ context, caller: session }) => {
    const accounts = await externalAccountsOf(context.db, session.businessId);
    return { status: 200, body: { accounts: accounts.map(externalAccountOf) } };
  },
  addExternalAccount,
  validateExternalAccount,
  openFundsVerification,
  verifyFunds,
};
