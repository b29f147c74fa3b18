import type { Database } from '../../db/open.ts';
import { openFinancialAccounts } from '../ledger/queries.ts';

/**
 * A card with its own balance has a wallet in the ledger, which may exist since the card was ordered. It belongs to the
 * first card of a chain: a replacement has the same balance, and holds of the old card settle against it.
 */
export async function openCardWallet(tx: Database, businessId: string, cardId: string, at: Date): Promise<void> {
  const business = await tx
    .selectFrom('business')
    .select('use_business_balance_for_auths as drawsOnBusiness')
    .where('id', '=', businessId)
    .executeTakeFirstOrThrow();
  if (business.drawsOnBusiness || (await walletOf(tx, cardId)) !== null) return;
  await openFinancialAccounts(tx, [{ businessId, kind: 'card_wallet', cardId, currency: 'USD', at }]);
}

/** The financial account with the balance of a card and of all cards of its chain; null if it draws on its business. */
export async function walletOf(db: Database, cardId: string): Promise<string | null> {
  const wallet = await db
    .selectFrom('card')
    .innerJoin('financial_account', 'financial_account.card_id', 'card.chain_id')
    .select('financial_account.id')
    .where('card.id', '=', cardId)
    .executeTakeFirst();
  return wallet?.id ?? null;
}
