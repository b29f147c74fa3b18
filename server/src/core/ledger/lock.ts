import type { FinancialAccountKind } from '../../db/ledger-schema.ts';
import type { Database } from '../../db/open.ts';

/** A locked account, with the amount available in minor units. */
export interface LockedAccount {
  id: string;
  kind: FinancialAccountKind;
  cardId: string | null;
  available: bigint;
  ledger: bigint;
}

/**
 * Locks the accounts of a business that purchases and funding use, then the wallets of the given cards, each by id.
 * Everything that moves money of a business locks in this order, so that there are no deadlocks.
 * @returns the account that the business spends from (undefined before its ledger is opened), and wallets by card
 */
export async function lockMoney(
  tx: Database,
  businessId: string,
  cardIds: readonly string[] = [],
): Promise<{ account: LockedAccount | undefined; wallets: Map<string, LockedAccount> }> {
  const locked = () =>
    tx
      .selectFrom('financial_account')
      .select(['id', 'kind', 'card_id as cardId', 'available_balance as available', 'ledger_balance as ledger'])
      .where('business_id', '=', businessId)
      .orderBy('id')
      .forNoKeyUpdate();
  const own = await locked()
    .where('card_id', 'is', null)
    .where('kind', 'in', ['business_available', 'credit_receivable', 'network_clearing'])
    .execute();
  const wallets =
    cardIds.length === 0
      ? []
      : await locked()
          .where('card_id', 'in', [...cardIds])
          .execute();
  return {
    account: own.find(({ kind }) => kind !== 'network_clearing'),
    wallets: new Map(wallets.map((wallet) => [wallet.cardId!, wallet])),
  };
}
