import { inTransaction } from '../../../db/transaction.ts';
import { refuse, type Handler } from '../../../http/call.ts';
import { originOf } from '../../../core/audit/events.ts';
import { hashToken } from '../../../core/tokens.ts';
import { findByLink } from './queries.ts';
import { triesLeft } from './rules.ts';
import { tryAmounts } from './try-amounts.ts';

/** POST /api/funds-verification/open: which account the link is about. It uses nothing up: mail scanners open links, too. */
export const openFundsVerification: Handler<'openFundsVerification'> = async ({ context, input }) => {
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

/** POST /api/funds-verification: the amounts, from whoever holds the link. The tries are the account's own. */
export const verifyFunds: Handler<'verifyFunds'> = async (call) => {
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
