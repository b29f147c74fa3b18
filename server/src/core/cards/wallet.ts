import type { Database } from '../../db/open.ts';
import { openFinancialAccounts } from '../ledger/queries.ts';

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

/**
 * Gives the wallet of a card to its replacement, with its entries and holds. No money moves, and purchases of the old
 * card settle against the account on which they were held. Does nothing for a card without a wallet.
 */
export async function handOverWallet(tx: Database, fromCardId: string, toCardId: string): Promise<void> {
  await tx.updateTable('financial_account').set({ card_id: toCardId }).where('card_id', '=', fromCardId).execute();
}
