import type { Selectable, Updateable } from 'kysely';
import type { AuthorizationRequest } from '../../core/authorizations/request.ts';
import { openFinancialAccounts, post } from '../../core/ledger/queries.ts';
import { accountKinds } from '../../core/ledger/rules.ts';
import type { CardEvent } from '../../core/transactions/event.ts';
import { newId } from '../../db/ids.ts';
import type { FinancialAccountKind } from '../../db/ledger-schema.ts';
import type { Database } from '../../db/open.ts';
import type { Schema } from '../../db/schema.ts';
import { at, openTestBusiness } from '../business.ts';

/** Of a prepaid business whose cards draw on its balance. */
const kinds = (Object.keys(accountKinds) as FinancialAccountKind[]).filter(
  (kind) => kind !== 'card_wallet' && kind !== 'credit_receivable',
);

/** A business with money, and an open card that spends from it. Amounts are minor units. */
export async function openSpendingBusiness(
  db: Database,
  of: { balance: number; business?: Updateable<Schema['business']>; card?: Updateable<Schema['card']> },
) {
  const { businessId, accounts } = await openTestBusiness(db, kinds);
  await db
    .updateTable('business')
    .set({ use_business_balance_for_auths: true, ...of.business })
    .where('id', '=', businessId)
    .execute();
  if (of.balance > 0)
    await post(db, {
      key: newId(),
      debitAccountId: accounts.bank_settlement,
      creditAccountId: accounts.business_available,
      amount: BigInt(of.balance),
      code: 'FUNDING',
      description: 'Bank transfer',
      at,
    });
  return { businessId, accounts, cardId: await addCard(db, businessId, of.card) };
}

/** Gives a business without a ledger its accounts and a balance that its cards draw on; answers the accounts by kind. */
export async function fundBusiness(
  db: Database,
  businessId: string,
  balance: number,
): Promise<Record<FinancialAccountKind, string>> {
  const opened = kinds.map((kind) => ({ businessId, kind, currency: 'USD', at }));
  const ids = await openFinancialAccounts(db, opened);
  const accounts = Object.fromEntries(kinds.map((kind, i) => [kind, ids[i]!])) as Record<FinancialAccountKind, string>;
  await db.updateTable('business').set({ use_business_balance_for_auths: true }).where('id', '=', businessId).execute();
  await post(db, {
    key: newId(),
    debitAccountId: accounts.bank_settlement,
    creditAccountId: accounts.business_available,
    amount: BigInt(balance),
    code: 'FUNDING',
    description: 'Bank transfer',
    at,
  });
  return accounts;
}

export async function addCard(
  db: Database,
  businessId: string,
  card: Updateable<Schema['card']> = {},
): Promise<string> {
  const id = newId();
  await db
    .insertInto('card')
    .values({
      id,
      business_id: businessId,
      membership_id: null,
      last_four: '4242',
      status: 'OPEN',
      expires_on: '2035-12-31',
      bin: null,
      wrong_codes_since: null,
    })
    .execute();
  if (Object.keys(card).length > 0) await db.updateTable('card').set(card).where('id', '=', id).execute();
  return id;
}

/** Gives a card a balance of its own. */
export async function addWallet(
  db: Database,
  { businessId, cardId, from }: { businessId: string; cardId: string; from: string },
  amount: number,
): Promise<string> {
  const [wallet] = await openFinancialAccounts(db, [{ businessId, kind: 'card_wallet', cardId, currency: 'USD', at }]);
  await post(db, {
    key: newId(),
    debitAccountId: from,
    creditAccountId: wallet!,
    amount: BigInt(amount),
    code: 'CARD_LOAD',
    description: 'Card load',
    at,
  });
  return wallet!;
}

/** A purchase at a grocer's in the United States, to be varied. */
export const purchase = (
  cardId: string,
  amount: number,
  change: Partial<AuthorizationRequest> = {},
): AuthorizationRequest => ({
  eventId: newId(),
  cardId,
  amount,
  currency: 'USD',
  mcc: 5411,
  merchantId: 'M-1',
  merchant: 'Cedar Lane Grocery',
  city: 'Portland',
  state: 'OR',
  country: 'US',
  presence: 'PRESENT',
  partialOk: false,
  at,
  ...change,
});

/** What the processor says later about a purchase. */
export const eventFor = (
  { cardId, eventId, reference, mcc, merchantId, merchant, country }: AuthorizationRequest,
  type: CardEvent['type'],
  amount: number,
  change: Partial<CardEvent> = {},
): CardEvent => ({
  eventId: newId(),
  reference: reference ?? eventId,
  type,
  cardId,
  amount,
  currency: 'USD',
  mcc,
  merchantId,
  merchant,
  country,
  at: new Date(at.getTime() + 3_600_000),
  ...change,
});

export type StoredTransaction = Selectable<Schema['card_transaction']>;

export const storedTransaction = (db: Database, id: string | null): Promise<StoredTransaction> =>
  db.selectFrom('card_transaction').selectAll().where('id', '=', id!).executeTakeFirstOrThrow();
