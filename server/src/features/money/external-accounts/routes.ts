import type * as contract from '@florin/contract/money/external-accounts';
import { type HandlersOf, refuse, type Handler } from '../../../http/call.ts';
import { addExternalAccount } from './add.ts';
import { shareDemoBankAccounts, signInToDemoBank } from './bank-links/demo-bank.ts';
import { finishBankLink } from './bank-links/finish.ts';
import { startBankLink } from './bank-links/start.ts';
import { isEmbedded } from '../../../ports/open-banking/embedded.ts';
import type { Context } from '../../../context.ts';
import { externalAccountsOf, readPrimaryCreditBank, findByLink, readExternalAccount } from './queries.ts';
import { externalAccountOf, triesLeft } from './rules.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { originOf } from '../../../core/audit/events.ts';
import { hashToken } from '../../../core/tokens.ts';
import { tryAmounts } from './try-amounts.ts';
import { isEligible } from '@florin/contract/eligibility';
import { underLock } from '../../../identity/step-up/make-change.ts';

/** POST /api/external-accounts/{id}/validate: an administrator enters the amounts of the two deposits. */
const validateExternalAccount: Handler<'validateExternalAccount'> = async (call) => {
  const { context, caller: session, input } = call;
  const { id } = input.params;
  const account = await readExternalAccount(context.db, id);
  // Another business's account is not found.
  if (account?.business_id !== session.businessId) return refuse('NOT_FOUND');
  if (!isEligible('bank-account.change', { business: { status: account.business_status } }))
    return refuse('BUSINESS_NOT_OPEN');
  const subject = { ...session, sessionId: session.id };
  const refused = await underLock(call, (tx) =>
    tryAmounts(tx, context, originOf(call), { accountId: id, amounts: input.body.amounts, by: 'session', subject }),
  );
  return refused ?? { status: 200, body: externalAccountOf((await readExternalAccount(context.db, id))!) };
};

/** POST /api/funds-verification/open: the account of the link. It uses nothing up: mail scanners open links, too. */
const openFundsVerification: Handler<'openFundsVerification'> = async ({ context, input }) => {
  const account = await findByLink(context.db, hashToken(input.body.code), context.clock.now());
  if (!account) return refuse('FUNDS_LINK_INVALID');
  return {
    status: 200,
    body: {
      businessName: account.business_name,
      bankName: account.bank_name,
      accountLast4: account.last_four,
      depositsSent: account.sent_at !== null,
      triesLeft: account.status === 'VALIDATIONFAILED' ? 0 : triesLeft(account.tries ?? 0),
    },
  };
};

/** POST /api/funds-verification: the amounts, from the holder of the link. The tries are the account's own. */
const verifyFunds: Handler<'verifyFunds'> = async (call) => {
  const { context, input } = call;
  const { code, amounts } = input.body;
  const refused = await inTransaction(context.db, async (tx) => {
    const account = await findByLink(tx, hashToken(code), context.clock.now());
    if (!account) return refuse('FUNDS_LINK_INVALID');
    const subject = { businessId: account.business_id };
    return tryAmounts(tx, context, originOf(call), { accountId: account.id, amounts, by: 'link', subject });
  });
  return refused ?? { status: 200, body: {} };
};

const openBankingOf = ({ openBanking: bank }: Context) => bank && (isEmbedded(bank) ? 'embedded' : 'plaid');

export const externalAccountsRoutes: HandlersOf<typeof contract> = {
  primaryCreditBank: async ({ context, caller: session }) => {
    const bank = await readPrimaryCreditBank(context.db, session.businessId);
    return { status: 200, body: { primaryBank: bank ? externalAccountOf(bank) : null } };
  },
  externalAccounts: async ({ context, caller: session }) => {
    const accounts = await externalAccountsOf(context.db, session.businessId);
    const openBanking = openBankingOf(context);
    return { status: 200, body: { accounts: accounts.map(externalAccountOf), openBanking } };
  },
  addExternalAccount,
  startBankLink,
  finishBankLink,
  signInToDemoBank,
  shareDemoBankAccounts,
  validateExternalAccount,
  openFundsVerification,
  verifyFunds,
};
