import type { Database } from '../../db/open.ts';
import { openFinancialAccounts } from '../ledger/queries.ts';
import { stateAfter } from './states.ts';

/**
 * Gives a card to the membership that registered it: a card awaiting activation becomes active, and its count of wrong
 * verification codes restarts. A card with a holder keeps it.
 */
export async function activateCard(tx: Database, cardId: string, membershipId: string): Promise<void> {
  await tx
    .updateTable('card')
    .set({ membership_id: membershipId, wrong_codes: 0, wrong_codes_total: 0, status: stateAfter('activate') })
    .where('id', '=', cardId)
    .where('membership_id', 'is', null)
    .execute();
}

/** A card with its own balance has a wallet in the ledger, which may exist since the card was ordered. */
export async function openCardWallet(tx: Database, businessId: string, cardId: string, at: Date): Promise<void> {
  const business = await tx
    .selectFrom('business')
    .select('use_business_balance_for_auths as drawsOnBusiness')
    .where('id', '=', businessId)
    .executeTakeFirstOrThrow();
  const wallet = await tx.selectFrom('financial_account').select('id').where('card_id', '=', cardId).executeTakeFirst();
  if (wallet || business.drawsOnBusiness) return;
  await openFinancialAccounts(tx, [{ businessId, kind: 'card_wallet', cardId, currency: 'USD', at }]);
}
