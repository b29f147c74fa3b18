import { afterAll, beforeAll, expect, test } from 'vitest';
import { at, figuresOf } from '../../testing/business.ts';
import { openTestDatabase } from '../../testing/database/open.ts';
import { testKeyring } from '../../testing/database/template.ts';
import { embeddedCardProcessor } from '../../ports/card-processor/embedded.ts';
import { environmentKeys } from '../../ports/keys/environment.ts';
import {
  addWallet,
  eventFor,
  openSpendingBusiness,
  purchase,
  storedTransaction,
} from '../../testing/cards/spending.ts';
import { inTransaction } from '../../db/transaction.ts';
import { atCommandLine } from '../audit/operator-acts.ts';
import { ledgerFaults } from '../ledger/queries.ts';
import { applyEvent } from './apply-event.ts';
import { authorize } from './authorize.ts';
import { chargeCardFee, chargeExpiredCards } from './card-fees.ts';
import { expireHolds } from './expire-holds.ts';
import { openSuspense, resolveSuspense } from './resolve-suspense.ts';
import { closeDifference, openDifferences, takeSettlement } from './settlement.ts';
import { wrongCopies } from './verify.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let now = at;
const keys = environmentKeys(testKeyring);
const contextOf = () => ({
  db: database.db,
  clock: { now: () => now },
  keys,
  cardProcessor: embeddedCardProcessor(keys),
});
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

const later = (days: number) => new Date(at.getTime() + days * 86_400_000);
const ledgerOf = async (account: string) => Number((await figuresOf(database.db, account)).ledger);

test('a hold is released when its time is over, and may still be settled', async () => {
  const { cardId, accounts } = await openSpendingBusiness(database.db, { balance: 100_00 });
  const asked = purchase(cardId, 60_00);
  const { transactionId } = await authorize(contextOf(), asked);
  now = later(6.9);
  expect(await expireHolds(contextOf())).toBe(0);
  now = later(7);
  expect(await expireHolds(contextOf())).toBe(1);
  expect(await expireHolds(contextOf())).toBe(0);
  expect(await storedTransaction(database.db, transactionId)).toMatchObject({
    status: 'EXPIRED',
    held: 0n,
    amount: 0n,
  });
  await applyEvent(contextOf(), eventFor(asked, 'CLEARING', 60_00));
  expect(await storedTransaction(database.db, transactionId)).toMatchObject({ status: 'SETTLED', settled: 60_00n });
  expect(await ledgerOf(accounts.business_available)).toBe(40_00);
});

test('a copy that differs from its events is found', async () => {
  const { cardId } = await openSpendingBusiness(database.db, { balance: 100_00 });
  const { transactionId } = await authorize(contextOf(), purchase(cardId, 60_00));
  expect(await wrongCopies(database.db)).toEqual([]);
  const write = (held: bigint) =>
    database.db.updateTable('card_transaction').set({ held }).where('id', '=', transactionId!).execute();
  await write(59_99n);
  expect(await wrongCopies(database.db)).toEqual([{ transactionId, figure: 'held', stored: '5999', derived: '6000' }]);
  await write(60_00n);
});

test('what is in suspense is charged after all, or written off, once', async () => {
  const { cardId, accounts } = await openSpendingBusiness(database.db, { balance: 100_00, card: { status: 'CLOSED' } });
  const stray = purchase(cardId, 12_00);
  await applyEvent(contextOf(), eventFor(stray, 'CLEARING', 12_00));
  await applyEvent(contextOf(), eventFor(purchase(cardId, 5_00), 'RETURN', 5_00));
  const open = await openSuspense(contextOf());
  const [debit, credit] = open.toSorted((a, b) => (a.direction < b.direction ? 1 : -1));
  expect([debit!.reason, credit!.reason]).toEqual(['CLOSED_CARD', 'UNLINKED_RETURN']);
  expect(await resolveSuspense(contextOf(), debit!.id, 'CREDIT', atCommandLine('Ops'))).toBe('NOT_POSSIBLE');
  expect(await resolveSuspense(contextOf(), debit!.id, 'CHARGE', atCommandLine('Ops'))).toBe('RESOLVED');
  expect(await resolveSuspense(contextOf(), debit!.id, 'CHARGE', atCommandLine('Ops'))).toBe('NOT_POSSIBLE');
  expect(await resolveSuspense(contextOf(), credit!.id, 'WRITE_OFF', atCommandLine('Ops'))).toBe('RESOLVED');
  expect(await openSuspense(contextOf())).toEqual([]);
  expect(await ledgerOf(accounts.suspense_unmatched)).toBe(0);
  expect(await ledgerOf(accounts.business_available)).toBe(88_00);
  expect(await wrongCopies(database.db)).toEqual([]);
});

test('a settlement report is held against events and entries, and what agrees is paid', async () => {
  const { cardId, businessId, accounts } = await openSpendingBusiness(database.db, { balance: 1_000_00 });
  const day = new Date('2026-12-01T12:00:00Z');
  const clear = async (amount: number) => {
    const asked = purchase(cardId, amount, { at: day });
    await authorize(contextOf(), asked);
    const clearing = eventFor(asked, 'CLEARING', amount, { at: day });
    await applyEvent(contextOf(), clearing);
    return clearing.eventId;
  };
  const [agreed, differs, unreported] = [await clear(50_00), await clear(20_00), await clear(10_00)];
  const { program_id: programId } = await database.db
    .selectFrom('business')
    .select('program_id')
    .where('id', '=', businessId)
    .executeTakeFirstOrThrow();
  const lines = [
    { eventId: agreed, amount: 50_00 },
    { eventId: differs, amount: 21_00 },
    { eventId: 'unknown', amount: 3_00 },
  ];
  const report = { reference: 'R-1', programId, day: '2026-12-01', lines };
  expect(await takeSettlement(contextOf(), report)).toBe(3);
  expect(await takeSettlement(contextOf(), report)).toBeNull();
  const open = await openDifferences(contextOf());
  expect(open.map(({ kind, eventId, reported, recorded }) => [kind, eventId, reported, recorded])).toEqual([
    ['AMOUNT', differs, 21_00n, 20_00n],
    ['MISSING_EVENT', 'unknown', 3_00n, null],
    ['NOT_REPORTED', unreported, null, 10_00n],
  ]);
  expect(await ledgerOf(accounts.network_clearing)).toBe(30_00);
  expect(await closeDifference(contextOf(), open[0]!.id, atCommandLine('Ops'), 'The tip came a day later')).toBe(true);
  expect(await closeDifference(contextOf(), open[0]!.id, atCommandLine('Ops'), 'Again')).toBe(false);
  // The bank has paid what was reported, and the program bears the dollar that nobody was charged.
  expect(await ledgerOf(accounts.network_clearing)).toBe(10_00);
  expect(await ledgerOf(accounts.fees_income)).toBe(-1_00);
  expect(await openDifferences(contextOf())).toHaveLength(2);
});

test('differences of one day that the reports of others explain close by themselves', async () => {
  const { cardId, businessId, accounts } = await openSpendingBusiness(database.db, { balance: 1_000_00 });
  const clear = async (amount: number, moment: string) => {
    const clearing = eventFor(purchase(cardId, amount), 'CLEARING', amount, { at: new Date(moment) });
    await applyEvent(contextOf(), clearing);
    return { eventId: clearing.eventId, amount };
  };
  const { program_id: programId } = await database.db
    .selectFrom('business')
    .select('program_id')
    .where('id', '=', businessId)
    .executeTakeFirstOrThrow();
  const report = (day: string, lines: { eventId: string; amount: number }[]) =>
    takeSettlement(contextOf(), { reference: `of ${day}`, programId, day, lines });
  const open = async () =>
    (await openDifferences(contextOf()))
      .filter(({ reference }) => reference.startsWith('of '))
      .map(({ kind, eventId }) => [kind, eventId]);
  const late = await clear(50_00, '2026-12-05T23:59:59Z');
  const early = await clear(20_00, '2026-12-06T00:00:01Z');
  const unknown = { eventId: 'comes-later', amount: 7_00 };
  expect(await report('2026-12-05', [early, unknown])).toBe(2);
  expect(await open()).toEqual([
    ['MISSING_EVENT', 'comes-later'],
    ['NOT_REPORTED', late.eventId],
  ]);
  await applyEvent(
    contextOf(),
    eventFor(purchase(cardId, 7_00), 'CLEARING', 7_00, {
      eventId: unknown.eventId,
      at: new Date('2026-12-05T12:00:00Z'),
    }),
  );
  expect(await report('2026-12-06', [late])).toBe(0);
  expect(await open()).toEqual([]);
  expect(await ledgerOf(accounts.network_clearing)).toBe(0);
  // What was settled is not settled again.
  expect(await report('2026-12-07', [late])).toBe(1);
  expect(await open()).toEqual([['REPEATED', late.eventId]]);
  expect(await ledgerOf(accounts.network_clearing)).toBe(0);
});

test('what a processor has never reported is closed by hand, and leaves nothing at the network', async () => {
  const { cardId, businessId, accounts } = await openSpendingBusiness(database.db, { balance: 1_000_00 });
  const day = new Date('2026-12-11T12:00:00Z');
  const clearing = eventFor(purchase(cardId, 9_00), 'RETURN', 9_00, { at: day });
  await applyEvent(contextOf(), clearing);
  const { program_id: programId } = await database.db
    .selectFrom('business')
    .select('program_id')
    .where('id', '=', businessId)
    .executeTakeFirstOrThrow();
  await takeSettlement(contextOf(), { reference: 'empty', programId, day: '2026-12-11', lines: [] });
  const found = (await openDifferences(contextOf())).find(({ eventId }) => eventId === clearing.eventId)!;
  const close = () => closeDifference(contextOf(), found.id, atCommandLine('Ops'), 'The merchant never sent it');
  expect(await Promise.all([close(), close()])).toEqual(expect.arrayContaining([true, false]));
  expect(await ledgerOf(accounts.network_clearing)).toBe(0);
  expect(await ledgerOf(accounts.bank_settlement)).toBe(-1_000_00);
  expect(await ledgerOf(accounts.fees_income)).toBe(-9_00);
});

test('the fee of a replacement card is charged once, as a line of its own', async () => {
  const { cardId, businessId, accounts } = await openSpendingBusiness(database.db, { balance: 100_00 });
  const charge = () =>
    inTransaction(database.db, (tx) =>
      chargeCardFee(tx, contextOf(), { businessId, cardId, kind: 'REPLACEMENT_CARD', once: cardId }),
    );
  await charge();
  await charge();
  expect(await ledgerOf(accounts.business_available)).toBe(95_00);
  expect(await ledgerOf(accounts.fees_income)).toBe(5_00);
  expect(await wrongCopies(database.db)).toEqual([]);
});

test.each([{ bank_id: 'FIFTHTHIRD' }, { payment_network: 'Mastercard' }, { program_type: 'Grants' }] as const)(
  'an agreement without the monthly fee charges no expired card: %j',
  { tags: ['@a9.6'] },
  async (other) => {
    now = later(40);
    const { cardId, businessId, accounts } = await openSpendingBusiness(database.db, {
      balance: 100_00,
      business: { program_type: 'OwnedFunds', use_business_balance_for_auths: false, ...other },
      card: { expires_on: '2026-10-31' },
    });
    const wallet = await addWallet(database.db, { businessId, cardId, from: accounts.business_available }, 12_00);
    await chargeExpiredCards(contextOf());
    expect(await ledgerOf(wallet)).toBe(12_00);
  },
);

test('what is left on an expired card is charged once a month', async () => {
  now = later(40);
  const { cardId, businessId, accounts } = await openSpendingBusiness(database.db, {
    balance: 100_00,
    business: { program_type: 'OwnedFunds', use_business_balance_for_auths: false },
    card: { expires_on: '2026-10-31' },
  });
  const wallet = await addWallet(database.db, { businessId, cardId, from: accounts.business_available }, 12_00);
  for (const days of [40, 41, 70, 100, 130]) {
    now = later(days);
    await chargeExpiredCards(contextOf());
  }
  expect(await ledgerOf(wallet)).toBe(2_00);
  expect(await ledgerOf(accounts.fees_income)).toBe(10_00);
});

test('the books balance after all of that', async () => {
  expect(await ledgerFaults(database.db)).toEqual([]);
});
