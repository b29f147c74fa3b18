import type { Handlers } from '../../../http/call.ts';
import { add } from './add.ts';
import { open, verify } from './funds-verification.ts';
import { externalAccountsOf, readPrimaryCreditBank } from './queries.ts';
import { externalAccountOf } from './rules.ts';
import { validate } from './validate.ts';

export const externalAccountsRoutes: Pick<
  Handlers,
  | 'primaryCreditBank'
  | 'externalAccounts'
  | 'addExternalAccount'
  | 'validateExternalAccount'
  | 'openFundsVerification'
  | 'verifyFunds'
> = {
  primaryCreditBank: async ({ context, caller: session }) => {
    const bank = await readPrimaryCreditBank(context.db, session.businessId);
    return { status: 200, body: { primaryBank: bank ? externalAccountOf(bank) : null } };
  },
  externalAccounts: async ({ context, caller: session }) => {
    const accounts = await externalAccountsOf(context.db, session.businessId);
    return { status: 200, body: { accounts: accounts.map(externalAccountOf) } };
  },
  addExternalAccount: add,
  validateExternalAccount: validate,
  openFundsVerification: open,
  verifyFunds: verify,
};
