import { isEligible } from '@florin/contract/eligibility';
import { refuse, type Handler } from '../../../http/call.ts';
import { originOf } from '../../../core/audit/events.ts';
import { underLock } from '../../../identity/step-up/make-change.ts';
import { readExternalAccount } from './queries.ts';
import { externalAccountOf } from './rules.ts';
import { tryAmounts } from './try-amounts.ts';

/** POST /api/external-accounts/{id}/validate: an administrator enters the amounts of the two deposits. */
export const validateExternalAccount: Handler<'validateExternalAccount'> = async (call) => {
  const { context, caller: session, input } = call;
  const { id } = input.params;
  const account = await readExternalAccount(context.db, id);
  // Somebody else's account is no account.
  if (account?.business_id !== session.businessId) return refuse('NOT_FOUND');
  if (!isEligible('bank-account.change', { business: { status: account.business_status } }))
    return refuse('BUSINESS_NOT_OPEN');
  const subject = { ...session, sessionId: session.id };
  const refused = await underLock(call, (tx) =>
    tryAmounts(tx, context, originOf(call), { accountId: id, amounts: input.body.amounts, by: 'session', subject }),
  );
  return refused ?? { status: 200, body: externalAccountOf((await readExternalAccount(context.db, id))!) };
};
