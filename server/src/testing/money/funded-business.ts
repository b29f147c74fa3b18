import type { CardStatus } from '@florin/contract/cards/card-states';
import { openFinancialAccounts, post } from '../../core/ledger/queries.ts';
import { chartOfBusiness } from '../../core/ledger/rules.ts';
import { newId } from '../../db/ids.ts';
import type { Database } from '../../db/open.ts';
import { TestBrowser } from '../browser.ts';
import { addCardholder as addHolder } from '../cards/card-business.ts';
import { addPerson, testPassword } from '../person.ts';
import type { TestServer } from '../server.ts';

interface TestWallet {
  balance?: bigint;
  status?: CardStatus;
  /** Draws on the business. */
  hasWallet?: boolean;
  holder?: string;
}

/**
 * A business with a ledger, money on its account, and an administrator who is signed in.
 * @param options.proven signed in with a second factor, which is a fresh proof
 */
export async function fundedBusiness(server: TestServer, available = 0n, { proven = false } = {}) {
  const { db, clock } = server.context;
  const person = await addPerson(server, { mfaEnabled: proven, accounts: [{ role: 'ADMIN' }] });
  const browser = new TestBrowser(server);
  await browser.enter(person.username, testPassword);
  const membershipId = person.membershipIds[0]!;
  const { business_id: businessId } = await db
    .selectFrom('membership')
    .select('business_id')
    .where('id', '=', membershipId)
    .executeTakeFirstOrThrow();
  const kinds = chartOfBusiness('Prepaid');
  const ids = await openFinancialAccounts(
    db,
    kinds.map((kind) => ({ businessId, kind, currency: 'USD', at: clock.now() })),
  );
  const accounts = Object.fromEntries(kinds.map((kind, i) => [kind, ids[i]!]));
  const business = { browser, person, membershipId, businessId, accounts };
  await giveMoney(server, business, 'business_available', available);
  return business;
}

export type FundedBusiness = Awaited<ReturnType<typeof fundedBusiness>>;

/** Money from the bank for an account, at once. */
export async function giveMoney(
  { context: { db, clock } }: TestServer,
  { accounts }: Pick<FundedBusiness, 'accounts'>,
  account: string,
  amount: bigint,
): Promise<void> {
  if (amount === 0n) return;
  const answer = await post(db, {
    key: newId(),
    debitAccountId: accounts['bank_settlement']!,
    creditAccountId: accounts[account] ?? account,
    amount,
    code: 'FUNDING',
    description: 'Test',
    at: clock.now(),
  });
  if (!answer.done) throw new Error(answer.refusal);
}

/** Cards of the business; each with a wallet, unless it draws on the business. */
export async function addCards(server: TestServer, business: FundedBusiness, wanted: readonly TestWallet[]) {
  const { db, clock } = server.context;
  const cards: { cardId: string; wallet: string }[] = [];
  for (const { balance = 0n, status = 'OPEN', hasWallet = true, holder = null } of wanted) {
    const cardId = newId();
    await db
      .insertInto('card')
      .values({
        id: cardId,
        business_id: business.businessId,
        membership_id: holder,
        last_four: String(cards.length).padStart(4, '0'),
        bin: '400000',
        status,
        expires_on: '2030-09-30',
        wrong_codes_since: null,
      })
      .execute();
    const account = {
      businessId: business.businessId,
      kind: 'card_wallet',
      cardId,
      currency: 'USD',
      at: clock.now(),
    } as const;
    const wallet = hasWallet ? (await openFinancialAccounts(db, [account]))[0]! : '';
    if (hasWallet) await giveMoney(server, business, wallet, balance);
    cards.push({ cardId, wallet });
  }
  return cards;
}

/** What can be taken from an account. */
export async function availableOf(db: Database, accountId: string): Promise<number> {
  const row = await db
    .selectFrom('financial_account')
    .select('available_balance')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return Number(row.available_balance);
}

/** A cardholder of the business, signed in. */
export async function addCardholder(server: TestServer, { businessId }: Pick<FundedBusiness, 'businessId'>) {
  const { person, membershipId } = await addHolder(server, businessId);
  const browser = new TestBrowser(server);
  await browser.enter(person.username, testPassword);
  return { browser, person, membershipId };
}
