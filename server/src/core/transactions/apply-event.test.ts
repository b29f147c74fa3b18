import { amountAtMost } from '@florin/contract/money';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at, figuresOf } from '../../testing/business.ts';
import { embeddedCardProcessor } from '../../ports/card-processor/embedded.ts';
import { environmentKeys } from '../../ports/keys/environment.ts';
import { openTestDatabase } from '../../testing/database/open.ts';
import { testKeyring } from '../../testing/database/template.ts';
import { eventFor, openSpendingBusiness, purchase, storedTransaction } from '../../testing/cards/spending.ts';
import { openLanes } from '../authorizations/lanes.ts';
import { ledgerFaults } from '../ledger/queries.ts';
import { applyEvent } from './apply-event.ts';
import { authorize } from './authorize.ts';
import { readCard } from './counters.ts';
import type { CardEvent } from './event.ts';
import { wrongCopies } from './verify.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let context: Parameters<typeof applyEvent>[0];
beforeAll(async () => {
  database = await openTestDatabase();
  openLanes(database.db, { deadline: 60_000, grace: 60_000 });
  const keys = environmentKeys(testKeyring);
  context = { db: database.db, clock: { now: () => at }, keys, cardProcessor: embeddedCardProcessor(keys) };
});
afterAll(() => database[Symbol.asyncDispose]());

const cents = (figures: { ledger: bigint; onHold: bigint; available: bigint; incoming: bigint }) =>
  [figures.ledger, figures.onHold, figures.available, figures.incoming].map(Number);

type Step = [type: CardEvent['type'], amount: number, change?: Partial<CardEvent>];

/** A purchase of $60.00 from $100.00, then what the processor says of it. */
async function afterSteps(steps: readonly Step[]) {
  const { cardId, accounts } = await openSpendingBusiness(database.db, { balance: 100_00 });
  const asked = purchase(cardId, 60_00);
  const { transactionId } = await authorize(context, asked);
  const flags = [];
  for (const [type, amount, change] of steps) {
    const applied = await applyEvent(context, eventFor(asked, type, amount, change));
    expect(applied).toMatchObject({ outcome: 'APPLIED', transactionId });
    flags.push(...applied.flags);
  }
  const { status, amount, held, settled, returned } = await storedTransaction(database.db, transactionId);
  const figures = cents(await figuresOf(database.db, accounts.business_available));
  return { status, figures, sums: [amount, held, settled, returned].map(Number), flags };
}

const cases: [what: string, steps: Step[], status: string, figures: number[], sums: number[], flags?: string[]][] = [
  ['an approval', [], 'PENDING', [100_00, 60_00, 40_00, 0], [60_00, 60_00, 0, 0]],
  ['a full reversal', [['AUTHORIZATION_REVERSAL', 60_00]], 'VOIDED', [100_00, 0, 100_00, 0], [0, 0, 0, 0]],
  [
    'a partial reversal',
    [['AUTHORIZATION_REVERSAL', 20_00]],
    'PENDING',
    [100_00, 40_00, 60_00, 0],
    [40_00, 40_00, 0, 0],
  ],
  ['an expiry', [['AUTHORIZATION_EXPIRY', 60_00]], 'EXPIRED', [100_00, 0, 100_00, 0], [0, 0, 0, 0]],
  [
    'an advice that lowers',
    [['AUTHORIZATION_ADVICE', 35_00]],
    'PENDING',
    [100_00, 35_00, 65_00, 0],
    [35_00, 35_00, 0, 0],
  ],
  [
    'an advice above the balance',
    [['AUTHORIZATION_ADVICE', 120_00]],
    'PENDING',
    [100_00, 120_00, -20_00, 0],
    [120_00, 120_00, 0, 0],
    ['OVERDRAWN'],
  ],
  ['a clearing of the hold', [['CLEARING', 60_00]], 'SETTLED', [40_00, 0, 40_00, 0], [60_00, 0, 60_00, 0]],
  ['a final clearing below', [['CLEARING', 45_00]], 'SETTLED', [55_00, 0, 55_00, 0], [45_00, 0, 45_00, 0]],
  [
    'a clearing in parts',
    [['CLEARING', 25_00, { isFinal: false }]],
    'PENDING',
    [75_00, 35_00, 40_00, 0],
    [60_00, 35_00, 25_00, 0],
  ],
  [
    'all parts',
    [
      ['CLEARING', 25_00, { isFinal: false }],
      ['CLEARING', 35_00],
    ],
    'SETTLED',
    [40_00, 0, 40_00, 0],
    [60_00, 0, 60_00, 0],
  ],
  ['a clearing above', [['CLEARING', 72_00]], 'SETTLED', [28_00, 0, 28_00, 0], [72_00, 0, 72_00, 0], ['OVER_CAPTURE']],
  [
    'a clearing above the balance',
    [['CLEARING', 130_00]],
    'SETTLED',
    [-30_00, 0, -30_00, 0],
    [130_00, 0, 130_00, 0],
    ['OVER_CAPTURE', 'OVERDRAWN'],
  ],
  [
    'a clearing after expiry',
    [
      ['AUTHORIZATION_EXPIRY', 60_00],
      ['CLEARING', 60_00],
    ],
    'SETTLED',
    [40_00, 0, 40_00, 0],
    [60_00, 0, 60_00, 0],
    ['LATE'],
  ],
  [
    'a clearing after reversal',
    [
      ['AUTHORIZATION_REVERSAL', 60_00],
      ['CLEARING', 60_00],
    ],
    'SETTLED',
    [40_00, 0, 40_00, 0],
    [60_00, 0, 60_00, 0],
    ['LATE'],
  ],
  [
    'an expiry after the clearing',
    [
      ['CLEARING', 60_00],
      ['AUTHORIZATION_EXPIRY', 60_00],
    ],
    'SETTLED',
    [40_00, 0, 40_00, 0],
    [60_00, 0, 60_00, 0],
  ],
  [
    'a full refund',
    [
      ['CLEARING', 60_00],
      ['RETURN', 60_00],
    ],
    'RETURNED',
    [100_00, 0, 100_00, 0],
    [0, 0, 60_00, 60_00],
  ],
  [
    'a partial refund',
    [
      ['CLEARING', 60_00],
      ['RETURN', 20_00],
    ],
    'SETTLED',
    [60_00, 0, 60_00, 0],
    [40_00, 0, 60_00, 20_00],
  ],
  [
    'a refund announced',
    [
      ['CLEARING', 60_00],
      ['CREDIT_AUTHORIZATION', 20_00],
    ],
    'PENDING',
    [40_00, 0, 40_00, 20_00],
    [40_00, 0, 60_00, 0],
  ],
  [
    'a refund announced, then made',
    [
      ['CLEARING', 60_00],
      ['CREDIT_AUTHORIZATION', 20_00],
      ['RETURN', 20_00],
    ],
    'SETTLED',
    [60_00, 0, 60_00, 0],
    [40_00, 0, 60_00, 20_00],
  ],
  [
    'a refund reversed',
    [
      ['CLEARING', 60_00],
      ['RETURN', 60_00],
      ['RETURN_REVERSAL', 60_00],
    ],
    'SETTLED',
    [40_00, 0, 40_00, 0],
    [60_00, 0, 60_00, 0],
  ],
  [
    'more of a refund reversed than was given',
    [
      ['CLEARING', 60_00],
      ['RETURN', 10_00],
      ['RETURN_REVERSAL', 15_00],
    ],
    'SETTLED',
    [35_00, 0, 35_00, 0],
    [65_00, 0, 60_00, -5_00],
    ['UNLINKED'],
  ],
  [
    'the reversal of a refund that never came',
    [
      ['AUTHORIZATION_REVERSAL', 60_00],
      ['RETURN_REVERSAL', 4_44],
    ],
    'SETTLED',
    [95_56, 0, 95_56, 0],
    [4_44, 0, 0, -4_44],
    ['UNLINKED'],
  ],
  [
    'corrections',
    [
      ['CLEARING', 60_00],
      ['CORRECTION_DEBIT', 5_00],
      ['CORRECTION_CREDIT', 2_00],
    ],
    'SETTLED',
    [37_00, 0, 37_00, 0],
    [63_00, 0, 65_00, 2_00],
  ],
  [
    'an authorization that the network declined after all',
    [['AUTHORIZATION', 60_00, { isDeclined: true }]],
    'VOIDED',
    [100_00, 0, 100_00, 0],
    [0, 0, 0, 0],
  ],
  [
    'an advice after the clearing',
    [
      ['CLEARING', 60_00],
      ['AUTHORIZATION_ADVICE', 90_00],
    ],
    'SETTLED',
    [40_00, 0, 40_00, 0],
    [60_00, 0, 60_00, 0],
  ],
];

describe('a purchase of $60.00 from $100.00', () => {
  test.each(cases)('%s', async (_what, steps, status, figures, sums, flags = []) => {
    expect(await afterSteps(steps)).toEqual({ status, figures, sums, flags });
  });
});

test('the books balance after all of that', async () => {
  expect(await ledgerFaults(database.db)).toEqual([]);
});

test('an event is applied once, and its id belongs to it', async () => {
  const { cardId, accounts } = await openSpendingBusiness(database.db, { balance: 100_00 });
  const asked = purchase(cardId, 60_00);
  await authorize(context, asked);
  const clearing = eventFor(asked, 'CLEARING', 60_00);
  const answers = await Promise.all([1, 2, 3, 4].map(() => applyEvent(context, clearing)));
  expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual(['APPLIED', 'REPEATED', 'REPEATED', 'REPEATED']);
  expect(await applyEvent(context, { ...clearing, amount: 61_00 })).toMatchObject({ outcome: 'REUSED' });
  expect(cents(await figuresOf(database.db, accounts.business_available))).toEqual([40_00, 0, 40_00, 0]);
});

test('an increase is decided, and adds to the hold', async () => {
  const { cardId, accounts } = await openSpendingBusiness(database.db, { balance: 100_00 });
  const asked = purchase(cardId, 60_00, { reference: 'stay' });
  const { transactionId } = await authorize(context, asked);
  const more = purchase(cardId, 30_00, { reference: 'stay', isIncrement: true });
  expect(await authorize(context, more)).toMatchObject({ outcome: 'APPROVED', amount: 30_00, transactionId });
  expect(await authorize(context, more)).toMatchObject({ outcome: 'APPROVED', amount: 30_00, again: true });
  const tooMuch = purchase(cardId, 30_00, { reference: 'stay', isIncrement: true });
  expect(await authorize(context, tooMuch)).toMatchObject({
    outcome: 'DECLINED',
    code: 'insufficient_business_balance',
  });
  expect(cents(await figuresOf(database.db, accounts.business_available))).toEqual([100_00, 90_00, 10_00, 0]);
  await applyEvent(context, eventFor(asked, 'CLEARING', 90_00));
  expect(cents(await figuresOf(database.db, accounts.business_available))).toEqual([10_00, 0, 10_00, 0]);
});

const overtaken: [what: string, first: Step, answer: object, status: string, figures: number[]][] = [
  ['its advice', ['AUTHORIZATION_ADVICE', 60_00], { amount: 60_00 }, 'PENDING', [100_00, 60_00, 40_00, 0]],
  ['a lower advice', ['AUTHORIZATION_ADVICE', 35_00], { amount: 60_00 }, 'PENDING', [100_00, 35_00, 65_00, 0]],
  ['its clearing', ['CLEARING', 60_00], { amount: 60_00 }, 'SETTLED', [40_00, 0, 40_00, 0]],
  [
    'a part of its clearing',
    ['CLEARING', 25_00, { isFinal: false }],
    { amount: 60_00 },
    'PENDING',
    [75_00, 35_00, 40_00, 0],
  ],
  ['a return', ['RETURN', 10_00], { amount: 60_00 }, 'PENDING', [110_00, 60_00, 50_00, 0]],
  [
    'its reversal',
    ['AUTHORIZATION_REVERSAL', 60_00],
    { outcome: 'DECLINED', code: 'issuer_timeout', amount: 0 },
    'VOIDED',
    [100_00, 0, 100_00, 0],
  ],
];

test.each(overtaken)(
  'an authorization of $60.00 that %s has overtaken joins its purchase',
  async (_what, [type, amount, change], answer, status, figures) => {
    const { cardId, accounts } = await openSpendingBusiness(database.db, { balance: 100_00 });
    const asked = purchase(cardId, 60_00);
    const { transactionId } = await applyEvent(context, eventFor(asked, type, amount, change));
    const expected = { outcome: 'APPROVED', code: null, ...answer, transactionId };
    expect(await authorize(context, asked)).toMatchObject(expected);
    expect(await authorize(context, asked)).toMatchObject({ ...expected, again: true });
    expect(await storedTransaction(database.db, transactionId)).toMatchObject({ status });
    expect(cents(await figuresOf(database.db, accounts.business_available))).toEqual(figures);
    const { rows } = await sql`select from card_transaction where reference = ${asked.eventId}`.execute(database.db);
    expect(rows).toHaveLength(1);
    expect(await wrongCopies(database.db)).toEqual([]);
  },
);

test('an authorization that its advice has overtaken uses a card of one use, and is not made larger by a second one', async () => {
  const { cardId, accounts } = await openSpendingBusiness(database.db, { balance: 100_00, card: { uses_at_most: 1 } });
  const asked = purchase(cardId, 60_00, { reference: 'overtaken' });
  await applyEvent(context, eventFor(asked, 'AUTHORIZATION_ADVICE', 60_00));
  expect(await authorize(context, { ...asked, failedCheck: 'pin_wrong' })).toMatchObject({ code: 'pin_wrong' });
  expect(await authorize(context, { ...asked, eventId: 'second' })).toMatchObject({ outcome: 'APPROVED' });
  // A further request asks for more.
  const more = { ...asked, eventId: 'third' };
  expect(await authorize(context, more)).toMatchObject({ outcome: 'DECLINED' });
  expect(await authorize(context, purchase(cardId, 1_00))).toMatchObject({ code: 'single_use_used' });
  expect(cents(await figuresOf(database.db, accounts.business_available))).toEqual([100_00, 60_00, 40_00, 0]);
});

test('of two authorizations of one purchase at once, the second increases the first', async () => {
  const { cardId, accounts } = await openSpendingBusiness(database.db, { balance: 100_00 });
  const asked = [1, 2].map(() => purchase(cardId, 20_00, { reference: 'pair' }));
  const answers = await Promise.all(asked.map((request) => authorize(context, request)));
  expect(new Set(answers.map(({ transactionId }) => transactionId)).size).toBe(1);
  expect(cents(await figuresOf(database.db, accounts.business_available))).toEqual([100_00, 40_00, 60_00, 0]);
});

test('a purchase abroad has its two fees as entries of their own', async () => {
  const business = { program_type: 'Grants' } as const;
  const { cardId, accounts } = await openSpendingBusiness(database.db, { balance: 1_000_00, business });
  const abroad = { country: 'MX', state: null, merchantAmount: 3_153_50, merchantCurrency: 'MXN' };
  const asked = purchase(cardId, 171_20, abroad);
  const { transactionId } = await authorize(context, asked);
  await applyEvent(context, eventFor(asked, 'CLEARING', 171_20));
  expect(cents(await figuresOf(database.db, accounts.business_available))).toEqual([820_24, 0, 820_24, 0]);
  expect(Number((await figuresOf(database.db, accounts.isa_fee)).ledger)).toBe(5_14);
  expect(Number((await figuresOf(database.db, accounts.fx_fee)).ledger)).toBe(3_42);
  expect(await storedTransaction(database.db, transactionId)).toMatchObject({ amount: 171_20n, fees: 8_56n });
});

test('a fee that the balance cannot cover is owed', async () => {
  const { cardId, accounts } = await openSpendingBusiness(database.db, { balance: 100_00 });
  const asked = purchase(cardId, 100_00, { country: 'FR', state: null });
  await authorize(context, asked);
  await applyEvent(context, eventFor(asked, 'CLEARING', 100_00));
  expect(cents(await figuresOf(database.db, accounts.business_available))).toEqual([0, 0, 0, 0]);
  expect(Number((await figuresOf(database.db, accounts.fees_receivable)).ledger)).toBe(-3_00);
});

test('money for a closed or an unknown card waits for an operator', async () => {
  const { cardId, accounts } = await openSpendingBusiness(database.db, { balance: 100_00, card: { status: 'CLOSED' } });
  const stray = purchase(cardId, 12_00);
  const forced = eventFor(stray, 'CLEARING', 12_00);
  expect(await applyEvent(context, forced)).toMatchObject({ outcome: 'SUSPENSE' });
  expect(await applyEvent(context, forced)).toMatchObject({ outcome: 'SUSPENSE' });
  expect(Number((await figuresOf(database.db, accounts.suspense_unmatched)).ledger)).toBe(-12_00);
  const nobodys = { ...forced, eventId: 'nobodys', cardId: '01990000-0000-7000-8000-000000000000' };
  expect(await applyEvent(context, nobodys)).toMatchObject({ outcome: 'SUSPENSE' });
  const open = await database.db.selectFrom('suspense_item').select('reason').orderBy('reason').execute();
  expect(open.map(({ reason }) => reason)).toEqual(['CLOSED_CARD', 'UNKNOWN_CARD']);
});

test('a message for a card of another program moves no money and waits for an operator', async () => {
  const { cardId, accounts } = await openSpendingBusiness(database.db, { balance: 100_00 });
  const programId = '01990000-0000-7000-8000-000000000001';
  const stray = eventFor(purchase(cardId, 8_00), 'CLEARING', 8_00, { programId });
  expect(await applyEvent(context, stray)).toMatchObject({ outcome: 'SUSPENSE', transactionId: null });
  expect(await applyEvent(context, stray)).toMatchObject({ outcome: 'SUSPENSE' });
  // What moves no money needs no operator.
  const advice = eventFor(purchase(cardId, 8_00), 'AUTHORIZATION_ADVICE', 8_00, { programId });
  expect(await applyEvent(context, advice)).toMatchObject({ outcome: 'IGNORED' });
  const items = await database.db
    .selectFrom('suspense_item')
    .select(['reason', 'business_id as businessId', 'amount'])
    .where('event_id', 'in', [stray.eventId, advice.eventId])
    .execute();
  expect(items).toEqual([{ reason: 'OTHER_PROGRAM', businessId: null, amount: 8_00n }]);
  expect(cents(await figuresOf(database.db, accounts.business_available))).toEqual([100_00, 0, 100_00, 0]);
});

test('messages that come a year late are applied once, and a hold is not made again', async () => {
  const { cardId, accounts } = await openSpendingBusiness(database.db, { balance: 100_00 });
  const asked = purchase(cardId, 60_00);
  const { transactionId } = await authorize(context, asked);
  await applyEvent(context, eventFor(asked, 'AUTHORIZATION_EXPIRY', 60_00));
  const yearLater = { at: new Date(at.getTime() + 366 * 86_400_000) };
  const late = eventFor(asked, 'CLEARING', 60_00, yearLater);
  const advice = eventFor(asked, 'AUTHORIZATION_ADVICE', 70_00);
  expect(await applyEvent(context, advice)).toMatchObject({ outcome: 'APPLIED', transactionId });
  expect(await applyEvent(context, late)).toMatchObject({ outcome: 'APPLIED', transactionId, flags: ['LATE'] });
  expect(await applyEvent(context, late)).toMatchObject({ outcome: 'REPEATED' });
  expect(await applyEvent(context, eventFor(asked, 'RETURN', 10_00, yearLater))).toMatchObject({ transactionId });
  expect(cents(await figuresOf(database.db, accounts.business_available))).toEqual([50_00, 0, 50_00, 0]);
  expect(await storedTransaction(database.db, transactionId)).toMatchObject({ status: 'SETTLED', held: 0n });
});

test('what the network takes beyond the balance says so', async () => {
  const { cardId, accounts } = await openSpendingBusiness(database.db, { balance: 100_00 });
  const asked = purchase(cardId, 90_00);
  await authorize(context, asked);
  expect(await applyEvent(context, eventFor(asked, 'CLEARING', 108_00))).toMatchObject({
    flags: ['OVER_CAPTURE', 'OVERDRAWN'],
  });
  // An event that gives back, or takes nothing, does not take the account below zero.
  expect(await applyEvent(context, eventFor(asked, 'RETURN', 3_00))).toMatchObject({ flags: [] });
  expect(cents(await figuresOf(database.db, accounts.business_available))).toEqual([-5_00, 0, -5_00, 0]);
});

test.each([-1, 0.5, amountAtMost + 1, Number.NaN])('an amount of %s is ignored', async (amount) => {
  const { cardId } = await openSpendingBusiness(database.db, { balance: 100_00 });
  expect(await applyEvent(context, eventFor(purchase(cardId, 1), 'CLEARING', amount))).toMatchObject({
    outcome: 'IGNORED',
  });
  expect(await authorize(context, purchase(cardId, amount))).toMatchObject({ outcome: 'DECLINED', code: 'system' });
});

test('a hold says why it lasts as long as it does', async () => {
  const { cardId } = await openSpendingBusiness(database.db, { balance: 1_000_00 });
  const daysOf = async (change: Parameters<typeof purchase>[2]) => {
    const { transactionId } = await authorize(context, purchase(cardId, 10_00, change));
    const { hold_until: until, hold_reason: reason } = await storedTransaction(database.db, transactionId);
    return [reason, (until!.getTime() - at.getTime()) / 86_400_000];
  };
  expect(await daysOf({})).toEqual(['STANDARD', 7]);
  expect(await daysOf({ mcc: 7011 })).toEqual(['LODGING', 30]);
  expect(await daysOf({ mcc: 7512 })).toEqual(['CAR_RENTAL', 60]);
  expect(await daysOf({ mcc: 5542, isEstimate: true })).toEqual(['ESTIMATE', 30]);
  const { network } = (await readCard(database.db, cardId, at))!;
  const rules = [{ network, class: 'LODGING' as const, days: 31 }];
  await database.db
    .updateTable('program')
    .set({ hold_rules: JSON.stringify(rules) })
    .execute();
  expect(await daysOf({ mcc: 7011 })).toEqual(['LODGING', 31]);
  expect(await daysOf({})).toEqual(['STANDARD', 7]);
  const wrong = database.db.updateTable('program').set({ hold_rules: JSON.stringify([{ network }]) });
  await expect(wrong.execute()).rejects.toThrow('program_hold_rules_check');
});
