import { afterAll, beforeAll, expect, test } from 'vitest';
import { at, figuresOf } from '../../testing/business.ts';
import { openTestDatabase } from '../../testing/database/open.ts';
import { addCard, addWallet, openSpendingBusiness, purchase, storedTransaction } from '../../testing/cards/spending.ts';
import { newId } from '../../db/ids.ts';
import { openDatabase, openPool, type Database } from '../../db/open.ts';
import { ledgerFaults } from '../ledger/queries.ts';
import { authorize } from '../transactions/authorize.ts';
import { closeLanes } from './lanes.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
const clock = { now: () => at };
const contextOf = (db: Database) => ({ db, clock });
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

test('a repetition has the first answer, in one batch or later; another request with its id is refused', async () => {
  const context = contextOf(database.db);
  const { cardId, accounts } = await openSpendingBusiness(database.db, { balance: 100_00 });
  const asked = purchase(cardId, 30_00);
  const answers = await Promise.all(Array.from({ length: 8 }, () => authorize(context, asked)));
  expect(new Set(answers.map(({ transactionId }) => transactionId)).size).toBe(1);
  expect(answers.every(({ outcome, amount }) => outcome === 'APPROVED' && amount === 30_00)).toBe(true);
  expect(await authorize(context, asked)).toMatchObject({ outcome: 'APPROVED', again: true });
  expect(await authorize(context, { ...asked, amount: 31_00 })).toMatchObject({ code: 'event_id_reused' });
  expect((await figuresOf(database.db, accounts.business_available)).onHold).toBe(30_00n);
});

test('what is approved of a balance never exceeds it, from two processes', async () => {
  const other = openPool(database.url);
  const contexts = [contextOf(database.db), contextOf(openDatabase(other))];
  const { cardId, businessId, accounts } = await openSpendingBusiness(database.db, { balance: 100_00 });
  const cards = [cardId, await addCard(database.db, businessId)];
  const answers = await Promise.all(
    Array.from({ length: 32 }, (_, i) =>
      authorize(contexts[i % 2]!, purchase(cards[i % 2]!, 900 + i, { partialOk: i % 4 === 0 })),
    ),
  );
  const approved = answers.reduce((sum, { amount }) => sum + amount, 0);
  const { onHold, available } = await figuresOf(database.db, accounts.business_available);
  expect(BigInt(approved)).toBe(onHold);
  expect(available).toBeGreaterThanOrEqual(0n);
  expect(available).toBeLessThan(900n);
  expect(answers.some(({ outcome }) => outcome === 'DECLINED')).toBe(true);
  expect(await ledgerFaults(database.db)).toEqual([]);
  await closeLanes(contexts[1]!.db);
  await other.end();
});

test('a card with a balance of its own draws on that', async () => {
  const context = contextOf(database.db);
  const { businessId, cardId, accounts } = await openSpendingBusiness(database.db, {
    balance: 100_00,
    business: { use_business_balance_for_auths: false },
  });
  const wallet = await addWallet(database.db, { businessId, cardId, from: accounts.business_available }, 40_00);
  expect(await authorize(context, purchase(cardId, 50_00))).toMatchObject({ code: 'insufficient_funds' });
  expect(await authorize(context, purchase(cardId, 40_00))).toMatchObject({ outcome: 'APPROVED' });
  expect((await figuresOf(database.db, wallet)).available).toBe(0n);
  const bare = await addCard(database.db, businessId);
  expect(await authorize(context, purchase(bare, 1_00))).toMatchObject({ code: 'insufficient_funds' });
});

test('a part is approved where the terminal can take it', async () => {
  const { cardId } = await openSpendingBusiness(database.db, { balance: 30_00 });
  const answer = await authorize(contextOf(database.db), purchase(cardId, 45_00, { partialOk: true }));
  expect(answer).toMatchObject({ outcome: 'PARTIAL', amount: 30_00, code: 'insufficient_business_balance' });
  expect(await storedTransaction(database.db, answer.transactionId)).toMatchObject({
    status: 'PENDING',
    requested: 45_00n,
    amount: 30_00n,
    decline_code: 'insufficient_business_balance',
  });
});

test('a check of nothing holds nothing', async () => {
  const { cardId, accounts } = await openSpendingBusiness(database.db, { balance: 0 });
  const answer = await authorize(contextOf(database.db), purchase(cardId, 0));
  expect(answer).toMatchObject({ outcome: 'APPROVED', amount: 0 });
  expect(await storedTransaction(database.db, answer.transactionId)).toMatchObject({ status: 'SETTLED', amount: 0n });
  expect((await figuresOf(database.db, accounts.business_available)).onHold).toBe(0n);
});

test('the first purchase locks a card to its merchant and uses it', async () => {
  const context = contextOf(database.db);
  const { cardId } = await openSpendingBusiness(database.db, {
    balance: 100_00,
    card: { merchant_lock: 'FIRST', uses_at_most: 2 },
  });
  expect(await authorize(context, purchase(cardId, 1_00))).toMatchObject({ outcome: 'APPROVED' });
  const elsewhere = purchase(cardId, 1_00, { merchantId: 'M-2', merchant: 'Ironwood Hardware' });
  expect(await authorize(context, elsewhere)).toMatchObject({ code: 'merchant_locked_elsewhere' });
  expect(await authorize(context, purchase(cardId, 1_00))).toMatchObject({ outcome: 'APPROVED' });
  expect(await authorize(context, purchase(cardId, 1_00))).toMatchObject({ code: 'single_use_used' });
});

test('after the deadline a request is declined, and stays declined', async () => {
  const context = contextOf(database.db);
  const { cardId } = await openSpendingBusiness(database.db, { balance: 100_00 });
  const asked = purchase(cardId, 5_00);
  expect(await authorize(context, asked, Date.now() - 2000)).toMatchObject({ code: 'issuer_timeout' });
  await expect.poll(() => authorize(context, asked)).toMatchObject({ code: 'issuer_timeout', again: true });
});

test('while the accounts are locked for long, the decline is stored without them', async () => {
  const context = contextOf(database.db);
  const { cardId, businessId } = await openSpendingBusiness(database.db, { balance: 100_00 });
  const asked = purchase(cardId, 5_00);
  await database.db.transaction().execute(async (tx) => {
    await tx
      .selectFrom('financial_account')
      .select('id')
      .where('business_id', '=', businessId)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute();
    expect(await authorize(context, asked)).toMatchObject({ code: 'issuer_timeout' });
  });
  await expect.poll(() => authorize(context, asked)).toMatchObject({ code: 'issuer_timeout', again: true });
});

test('what a merchant sends is stored in one printable line', async () => {
  const { cardId } = await openSpendingBusiness(database.db, { balance: 100_00 });
  const merchant = 'Tom\u0000\n"Bros", \\ {NULL} \ud800 Ltd';
  const asked = purchase(cardId, 1_00, {
    eventId: `odd "{}\\, ${newId()}`,
    merchant,
    city: '',
    country: 'Freedonia',
    mcc: 1e9,
  });
  const { transactionId, outcome } = await authorize(contextOf(database.db), asked);
  expect(outcome).toBe('APPROVED');
  expect(await storedTransaction(database.db, transactionId)).toMatchObject({
    merchant: 'Tom "Bros", \\ {NULL}   Ltd',
    city: null,
    country: 'ZZ',
    mcc: 0,
  });
});

test('a freeze that is over at the moment of the purchase does not decline it', async () => {
  const context = contextOf(database.db);
  const { cardId } = await openSpendingBusiness(database.db, { balance: 100_00, card: { status: 'PAUSED' } });
  const until = new Date(at.getTime() + 60_000);
  await database.db
    .insertInto('card_freeze')
    .values({
      card_id: cardId,
      frozen_by: 'HOLDER',
      cause: 'HOLDER_FREEZE',
      reason: null,
      actor_membership_id: null,
      since: at,
      until,
    })
    .execute();
  expect(await authorize(context, purchase(cardId, 1_00))).toMatchObject({ code: 'card_frozen' });
  expect(await authorize(context, purchase(cardId, 1_00, { at: until }))).toMatchObject({ outcome: 'APPROVED' });
});

test('a card of nobody is unknown', async () => {
  const answer = await authorize(contextOf(database.db), purchase('01990000-0000-7000-8000-000000000000', 1_00));
  expect(answer).toMatchObject({ outcome: 'DECLINED', code: 'card_unknown', transactionId: null });
});
