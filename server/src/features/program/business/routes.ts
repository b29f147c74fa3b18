import type * as contract from '@florin/contract/program/business';
import { money } from '@florin/contract/money';
import type { HandlersOf } from '../../../http/call.ts';
import { sql } from 'kysely';
import type { Database } from '../../../db/open.ts';

/** The credit granted to a business, in minor units; zero where there is none. */
async function creditLineOf(db: Database, businessId: string): Promise<bigint> {
  const row = await db
    .selectFrom('financial_account')
    .select('credit_limit')
    .where('business_id', '=', businessId)
    .where('kind', '=', 'credit_receivable')
    .executeTakeFirst();
  return row?.credit_limit ?? 0n;
}

/** The fees that a business owes (reading 20), and the amount owed when the notice was dismissed. */
async function outstandingFeesOf(
  db: Database,
  { businessId, membershipId }: { businessId: string; membershipId: string },
): Promise<{ owed: bigint; dismissed: bigint | null }> {
  const { rows } = await sql<{ owed: bigint; dismissed: bigint | null }>`select
    coalesce((select -ledger_balance from financial_account
      where business_id = ${businessId} and kind = 'fees_receivable'), 0) as owed,
    (select amount from dismissed_fees where membership_id = ${membershipId}) as dismissed`.execute(db);
  return rows[0]!;
}

/** Dismisses the notice for the amount owed at that moment. */
async function dismissFees(
  db: Database,
  { membershipId, amount, at }: { membershipId: string; amount: bigint; at: Date },
): Promise<void> {
  await db
    .insertInto('dismissed_fees')
    .values({ membership_id: membershipId, amount, dismissed_at: at })
    .onConflict((conflict) => conflict.column('membership_id').doUpdateSet({ amount, dismissed_at: at }))
    .execute();
}

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
