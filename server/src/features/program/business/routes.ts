import type * as contract from '@florin/contract/business';
import { money } from '@florin/contract/money';
import type { HandlersOf } from '../../../http/call.ts';
import { creditLineOf, dismissFees, outstandingFeesOf } from './queries.ts';

/** Section 9: the currency of the product. */
const currency = 'USD';

export const businessRoutes: HandlersOf<typeof contract> = {
  businessCreditLine: async ({ context, caller: session }) => ({
    status: 200,
    body: { amount: money(await creditLineOf(context.db, session.businessId), currency) },
  }),
  businessSettings: async ({ context, caller: session }) => {
    const business = await context.db
      .selectFrom('business')
      .select('automatic_suspension')
      .where('id', '=', session.businessId)
      .executeTakeFirstOrThrow();
    return { status: 200, body: { automaticBusinessSuspension: business.automatic_suspension } };
  },
  outstandingFees: async ({ context, caller: session }) => {
    const { owed, dismissed } = await outstandingFeesOf(context.db, session);
    return {
      status: 200,
      body: { warehouseAmount: money(owed, currency), dismissed: dismissed !== null && owed <= dismissed },
    };
  },
  dismissOutstandingFees: async ({ context, caller: session }) => {
    const { owed } = await outstandingFeesOf(context.db, session);
    await dismissFees(context.db, { membershipId: session.membershipId, amount: owed, at: context.clock.now() });
    return { status: 204, body: null };
  },
};
