import type { SimulatedBankAct, SimulatorFault } from '@florin/contract/cards/simulator';
import { achReturnCodes } from '@florin/contract/money/ach-returns';
import { DAY } from '@florin/contract/limits';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ledgerFaults, post } from '../../../core/ledger/queries.ts';
import { newId } from '../../../db/ids.ts';
import { connectionTo } from '../../../db/open.ts';
import type { AchBank, BankMovement } from '../../../ports/bank/ach.ts';
import { openingOf } from '../../../ports/bank/bank-hours.ts';
import { embeddedAch, fateOf } from '../../../ports/bank/embedded-ach.ts';
import { DeliveryError } from '../../../ports/mail/mail.ts';
import { outbox, sentMessages } from '../../../testing/browser.ts';
import { availableOf, fundedBusiness, type FundedBusiness } from '../../../testing/money/funded-business.ts';
import { testPassword } from '../../../testing/person.ts';
import { exported } from '../../../testing/exported.ts';
import { endOf } from '../../../testing/database/open.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { actAsBank, simulatedTransfers } from '../../cards/simulator/bank.ts';
import { writeFaults } from '../../cards/simulator/queries.ts';
import { moveTransfers } from './move-job.ts';
import { readTransfer } from './queries.ts';
import { takeStep } from './steps.ts';
import { inTransaction } from '../../../db/transaction.ts';

let server: TestServer;
let endPool: () => Promise<void>;
let bank: AchBank;
beforeAll(async () => {
  server = await startTestServer();
  const pool = new pg.Pool(connectionTo(server.context.db));
  endPool = endOf(pool);
  bank = embeddedAch({ pool, clock: server.clock });
});
afterAll(async () => {
  await endPool();
  await server.close();
});

const usd = (amount: number) => ({ amount, currency: 'USD' });

/** A business with a validated bank account whose number ends in these digits, and an administrator with a fresh proof. */
async function withBank(available: bigint, lastFour = '4471') {
  const business = await fundedBusiness(server, available, { proven: true });
  const { db, keys, clock } = server.context;
  const id = newId();
  const at = clock.now();
  await db
    .insertInto('external_account')
    .values({
      id,
      business_id: business.businessId,
      bank_name: 'First Harbor Bank',
      account_type: 'CHECKING',
      last_four: lastFour,
      number_sealed: keys.seal(`011000015|10002000${lastFour}`, `external-account|${id}`),
      number_index: keys.mac('test', id),
      authentication_method: 'MICRODEPOSITS',
      connection_active: null,
      status: 'ACTIVE',
      is_primary: true,
      created_at: at,
      validated_at: at,
      connection_id: null,
      provider_account: null,
    })
    .execute();
  return { ...business, bankAccount: id };
}
type WithBank = Awaited<ReturnType<typeof withBank>>;

const order = ({ bankAccount }: WithBank, direction: 'IN' | 'OUT', amount: number) => ({
  direction,
  externalAccountId: bankAccount,
  amount,
  idempotencyKey: newId(),
});
const send = (business: WithBank, body: object) => business.browser.ask('POST', '/api/transfers', { body });

async function made(business: WithBank, direction: 'IN' | 'OUT', amount: number): Promise<string> {
  const answer = await send(business, order(business, direction, amount));
  expect(answer).toMatchObject({ status: 201, body: { status: 'PENDING', stage: 'SCHEDULED' } });
  return String(answer.body['id']);
}

/** Lets days pass, and the job run as often as it takes. */
async function pass(days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    server.clock.advance(DAY);
    await moveTransfers(server.context, bank);
    await moveTransfers(server.context, bank);
  }
}

const stageOf = async (id: string) => {
  const row = await server.context.db
    .selectFrom('bank_transfer')
    .select(['status', 'stage', 'return_code as code'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row;
};
const own = ({ accounts }: FundedBusiness) => availableOf(server.context.db, accounts['business_available']!);
/** What is left between the bank and the business: nothing, once a transfer is over. */
const inTransit = async ({ accounts }: FundedBusiness) =>
  Promise.all(['ach_in_transit', 'ach_out_transit'].map((kind) => availableOf(server.context.db, accounts[kind]!)));

test('a deposit is incoming, settles, is held, and can be spent', async () => {
  const business = await withBank(100_00n);
  const preview = await business.browser.ask('POST', '/api/transfers/preview', {
    body: { direction: 'IN', externalAccountId: business.bankAccount, amount: 50_00 },
  });
  expect(preview.body).toMatchObject({ account: { before: usd(100_00), after: usd(150_00) }, isCovered: true });
  const id = await made(business, 'IN', 50_00);
  const figures = (await business.browser.ask('GET', '/api/transfer-figures')).body;
  expect(figures).toMatchObject({
    available: usd(100_00),
    incoming: usd(50_00),
    outgoing: usd(0),
    outstanding: usd(0),
  });
  const seen = new Set<string>();
  for (let day = 0; day < 14; day += 1) {
    const { stage } = await stageOf(id);
    seen.add(stage);
    expect(await own(business)).toBe(stage === 'DONE' ? 150_00 : 100_00);
    await pass(1);
  }
  expect([...seen]).toEqual(expect.arrayContaining(['SCHEDULED', 'HELD', 'DONE']));
  expect(await inTransit(business)).toEqual([0, 0]);
  expect(await ledgerFaults(server.context.db)).toEqual([]);
});

test('a deposit of an earlier day is released before the bank opens, and one of today is not', async () => {
  const business = await withBank(0n);
  const id = await made(business, 'IN', 50_00);
  for (let day = 0; day < 9 && (await stageOf(id)).stage !== 'HELD'; day += 1) await pass(1);
  const { available_on: on } = await server.context.db
    .selectFrom('bank_transfer')
    .select('available_on')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const early = openingOf(on!).getTime() - 2 * 3600_000;
  server.clock.advance((early - server.clock.now().getTime()) / 1000);
  await moveTransfers(server.context, bank);
  expect(await own(business)).toBe(0);
  server.clock.advance(DAY);
  await moveTransfers(server.context, bank);
  expect(await own(business)).toBe(50_00);
});

test('a withdrawal is reserved at once and leaves when it settles', async () => {
  const business = await withBank(100_00n);
  const id = await made(business, 'OUT', 60_00);
  expect(await own(business)).toBe(40_00);
  const more = await send(business, order(business, 'OUT', 40_01));
  expect(more.body).toMatchObject({ Code: 'INSUFFICIENT_FUNDS', Available: 40_00 });
  await pass(7);
  expect(await stageOf(id)).toMatchObject({ status: 'SETTLED', stage: 'DONE' });
  expect([await own(business), await inTransit(business)]).toEqual([40_00, [0, 0]]);
});

test('the export has exactly the transfers of the list; withdrawals are below zero', async () => {
  const business = await withBank(100_00n);
  const into = await made(business, 'IN', 50_00);
  server.clock.advance(1);
  const out = await made(business, 'OUT', 60_05);
  const amounts = async (query: string) =>
    (await exported(server, business.browser, `/api/transfers/export?${query}`)).map((row) => [
      row.get('transfer id'),
      row.get('direction'),
      row.get('amount'),
    ]);
  expect(await amounts('')).toEqual([
    [out, 'Withdrawal', '-60.05'],
    [into, 'Deposit', '50.00'],
  ]);
  expect(await amounts('direction=IN')).toEqual([[into, 'Deposit', '50.00']]);
  expect(await amounts('stage=SENT,HELD')).toEqual([]);
});

test('of sixteen times the same transfer one is made; of sixteen withdrawals of everything, one is', async () => {
  const business = await withBank(100_00n);
  const body = order(business, 'IN', 10_00);
  const same = await Promise.all(Array.from({ length: 16 }, () => send(business, body)));
  expect(new Set(same.map((answer) => answer.body['id'])).size).toBe(1);
  expect((await send(business, { ...body, amount: 11_00 })).body['Code']).toBe('IDEMPOTENCY_KEY_REUSED');
  const all = await withBank(100_00n);
  const answers = await Promise.all(Array.from({ length: 16 }, () => send(all, order(all, 'OUT', 100_00))));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(await own(all)).toBe(0);
});

describe('canceling', () => {
  test('gives the money back until the transfer is sent', async () => {
    const business = await withBank(100_00n);
    const id = await made(business, 'OUT', 60_00);
    const canceled = await business.browser.ask('POST', `/api/transfers/${id}/cancel`, { body: {} });
    expect(canceled.body).toMatchObject({ status: 'CANCELED', timeline: [{ step: 'request' }, { step: 'cancel' }] });
    expect(await own(business)).toBe(100_00);
    const again = await business.browser.ask('POST', `/api/transfers/${id}/cancel`, { body: {} });
    expect(again.body['Code']).toBe('STEP_NOT_POSSIBLE');
  });

  test('or sending: one of sixteen wins', async () => {
    const business = await withBank(100_00n);
    const id = await made(business, 'OUT', 60_00);
    const { db } = server.context;
    const step = (which: 'cancel' | 'send') =>
      inTransaction(db, (tx) => takeStep(tx, server.context, { id, businessId: business.businessId }, which));
    const taken = await Promise.all(Array.from({ length: 16 }, (_, i) => step(i % 2 === 0 ? 'cancel' : 'send')));
    expect(taken.filter((row) => row !== null)).toHaveLength(1);
    expect(await own(business)).toBe((await stageOf(id)).stage === 'CANCELED' ? 100_00 : 40_00);
  });
});

describe('a return', () => {
  test('of a held deposit takes back what was never available, and its account cannot be used any more', async () => {
    const business = await withBank(100_00n, '9002');
    const id = await made(business, 'IN', 50_00);
    await pass(14);
    expect(await stageOf(id)).toEqual({ status: 'RETURNED', stage: 'RETURNED', code: 'R02' });
    expect([await own(business), await inTransit(business)]).toEqual([100_00, [0, 0]]);
    await sentMessages(server);
    const mail = (await outbox(server)).find(({ recipient }) => recipient === `${business.person.id}@people.example`);
    expect(mail!.text).toContain("The bank's reason: Account closed (R02).");
  });

  test('of a deposit that was spent is owed', async () => {
    const business = await withBank(0n, '8010');
    const id = await made(business, 'IN', 50_00);
    await pass(14);
    expect(await stageOf(id)).toMatchObject({ stage: 'DONE' });
    const { db, clock } = server.context;
    await post(db, {
      key: newId(),
      debitAccountId: business.accounts['business_available']!,
      creditAccountId: business.accounts['network_clearing']!,
      amount: 40_00n,
      code: 'CLEARING',
      description: 'Test',
      at: clock.now(),
    });
    await pass(30);
    expect(await stageOf(id)).toEqual({ status: 'RETURNED', stage: 'RETURNED', code: 'R10' });
    expect(await own(business)).toBe(-40_00);
    expect(await ledgerFaults(db)).toEqual([]);
  });

  test('of a withdrawal puts the money back', async () => {
    const business = await withBank(100_00n, '9003');
    const id = await made(business, 'OUT', 60_00);
    await pass(14);
    expect(await stageOf(id)).toMatchObject({ stage: 'RETURNED', code: 'R03' });
    expect([await own(business), await inTransit(business)]).toEqual([100_00, [0, 0]]);
  });

  test('or a refusal by the bank ends the transfer before it settles', async () => {
    const business = await withBank(100_00n, '7000');
    const id = await made(business, 'OUT', 60_00);
    await pass(7);
    expect(await stageOf(id)).toMatchObject({ status: 'DECLINED', stage: 'DECLINED' });
    expect(await own(business)).toBe(100_00);
  });
});

test('a movement that the bank repeats, and one of an unknown entry, move nothing', async () => {
  const business = await withBank(0n);
  const id = await made(business, 'IN', 50_00);
  const repeating: AchBank = {
    sendEntries: () => Promise.resolve(),
    movements: () =>
      Promise.resolve(
        [id, id, newId()].map((reference) => ({ reference, kind: 'SETTLED', returnCode: null }) as const),
      ),
    confirm: () => Promise.resolve(),
  };
  server.clock.advance(3 * DAY);
  const moves = await Promise.allSettled(Array.from({ length: 5 }, () => moveTransfers(server.context, repeating)));
  expect(moves.map((move) => (move as PromiseRejectedResult).reason.message)).toEqual(
    moves.map(() => expect.stringContaining('which nobody sent')),
  );
  expect(await stageOf(id)).toMatchObject({ stage: 'HELD' });
  const settlement = await availableOf(server.context.db, business.accounts['bank_settlement']!);
  expect(settlement).toBe(-50_00);
});

describe('a bank that is', () => {
  const fine: AchBank = {
    sendEntries: () => Promise.resolve(),
    movements: () => Promise.resolve([]),
    confirm: () => Promise.resolve(),
  };
  const down = () => Promise.reject(new DeliveryError('the bank is down', { permanent: false }));
  const never = () => new Promise<never>(() => {});
  const says = (...movements: unknown[]): AchBank => ({
    ...fine,
    movements: () => Promise.resolve(movements as BankMovement[]),
  });

  test.each<[string, AchBank]>([
    ['down', { sendEntries: down, movements: down, confirm: down }],
    ['silent', { sendEntries: never, movements: never, confirm: never }],
    ['answering nothing', { ...fine, movements: () => Promise.resolve(null as never) }],
    ['answering a page', { ...fine, movements: () => Promise.resolve('<html>' as never) }],
    ['naming no reference', says({ reference: 'none', kind: 'SETTLED', returnCode: null })],
    ['naming no outcome', says({ reference: newId(), kind: 'VANISHED', returnCode: null })],
    ['naming no code', says({ reference: newId(), kind: 'RETURNED', returnCode: 'x'.repeat(10_000) })],
    ['settling what nobody sent', says({ reference: newId(), kind: 'SETTLED', returnCode: null })],
  ])('%s keeps no deposit held, and its job fails', async (_what, broken) => {
    const business = await withBank(0n);
    const id = await made(business, 'IN', 50_00);
    for (let day = 0; day < 9 && (await stageOf(id)).stage !== 'HELD'; day += 1) await pass(1);
    server.clock.advance(7 * DAY);
    await expect(moveTransfers(server.context, broken, { withinSeconds: 0.01 })).rejects.toThrow(AggregateError);
    expect([await stageOf(id), await own(business)]).toEqual([{ status: 'SETTLED', stage: 'DONE', code: null }, 50_00]);
  });

  test('settling a canceled transfer moves nothing, and says so until an operator has settled it', async () => {
    const business = await withBank(100_00n);
    const id = await made(business, 'OUT', 60_00);
    await business.browser.ask('POST', `/api/transfers/${id}/cancel`, { body: {} });
    const confirmed: string[] = [];
    const other = await made(business, 'IN', 5_00);
    server.clock.advance(2 * DAY);
    const bankThatSettles: AchBank = {
      ...says(...[id, other].map((reference) => ({ reference, kind: 'SETTLED', returnCode: null }))),
      confirm: ({ reference }) => Promise.resolve(void confirmed.push(reference)),
    };
    await expect(moveTransfers(server.context, bankThatSettles)).rejects.toThrow('which is CANCELED');
    expect([await own(business), confirmed, (await stageOf(other)).stage]).toEqual([100_00, [other], 'HELD']);
  });

  test('returning a deposit in the moment in which its hold is over is heard first', async () => {
    const business = await withBank(0n);
    const id = await made(business, 'IN', 50_00);
    for (let day = 0; day < 9 && (await stageOf(id)).stage !== 'HELD'; day += 1) await pass(1);
    server.clock.advance(7 * DAY);
    await moveTransfers(server.context, says({ reference: id, kind: 'RETURNED', returnCode: 'R01' }));
    expect([await stageOf(id), await own(business)]).toEqual([
      { status: 'RETURNED', stage: 'RETURNED', code: 'R01' },
      0,
    ]);
  });
});

describe('a simulated bank', () => {
  const hour = 3600;
  /** A deposit of $50.00, or a withdrawal, that the bank has. */
  async function sent(business: WithBank, direction: 'IN' | 'OUT' = 'IN') {
    const id = await made(business, direction, 50_00);
    for (let hours = 0; hours < 96 && (await stageOf(id)).stage !== 'SENT'; hours += 1) {
      server.clock.advance(hour);
      await moveTransfers(server.context, bank);
    }
    return id;
  }
  const acts = async ({ businessId }: WithBank) =>
    (await simulatedTransfers(server.context, businessId)).map((transfer) => transfer.acts);
  const be = async (business: WithBank, id: string, act: SimulatedBankAct, returnCode = 'R01') => {
    const answer = await actAsBank(server.context, { ...business, id }, { act, returnCode });
    await moveTransfers(server.context, bank);
    return answer;
  };
  const fail = (...faults: SimulatorFault[]) => writeFaults(server.context.db, faults);
  afterEach(() => fail());

  test('does nothing with a transfer that it does not have, or that is of another business', async () => {
    const business = await withBank(0n);
    const id = await made(business, 'IN', 50_00);
    const path = `/api/simulator/transfers/${id}/acts`;
    expect((await business.browser.ask('GET', '/api/simulator/transfers')).body).toMatchObject([
      { id, direction: 'IN', amount: usd(50_00), stage: 'SCHEDULED', bankAccount: { last4: '4471' }, acts: [] },
    ]);
    const early = await business.browser.ask('POST', path, { body: { act: 'SETTLE' } });
    expect(early.body).toMatchObject({ Code: 'STEP_NOT_POSSIBLE' });
    const other = await withBank(0n);
    expect((await other.browser.ask('POST', path, { body: { act: 'SETTLE' } })).status).toBe(404);
    expect((await other.browser.ask('GET', '/api/simulator/transfers')).body).toEqual([]);
  });

  test.each([
    ['SETTLE', 'IN', { stage: 'HELD', code: null }, 0, [['RETURN', 'RETURN_LATE']]],
    ['SETTLE', 'OUT', { stage: 'DONE', code: null }, 50_00, [['RETURN']]],
    ['RETURN', 'IN', { stage: 'RETURNED', code: 'R02' }, 0, [[]]],
    ['RETURN', 'OUT', { stage: 'RETURNED', code: 'R02' }, 100_00, [[]]],
    ['DECLINE', 'IN', { stage: 'DECLINED', code: null }, 0, [[]]],
    ['DECLINE', 'OUT', { stage: 'DECLINED', code: null }, 100_00, [[]]],
  ] as const)('%s of a transfer %s', async (act, direction, stage, left, next) => {
    const business = await withBank(direction === 'IN' ? 0n : 100_00n);
    const id = await sent(business, direction);
    expect(await acts(business)).toEqual([['SETTLE', 'RETURN', 'RETURN_LATE', 'DECLINE']]);
    expect(await be(business, id, act, 'R02')).toMatchObject({ id });
    expect(await stageOf(id)).toMatchObject(stage);
    expect(await own(business)).toBe(left);
    expect(await acts(business)).toEqual(next);
    if (next[0].length === 0) expect(await be(business, id, 'RETURN')).toBeNull();
  });

  test('is in the log, for those who may see bank transfers', async () => {
    const business = await withBank(100_00n);
    const id = await sent(business, 'OUT');
    await be(business, id, 'RETURN', 'R03');
    const log = async () => {
      await business.browser.enter(business.person.username, testPassword);
      return (await business.browser.ask('GET', '/api/simulator/log')).body as unknown as { transfer: object }[];
    };
    const bankAccount = { bankName: 'First Harbor Bank', last4: '4471' };
    expect((await log()).map(({ transfer }) => transfer)).toEqual([
      { step: 'return', direction: 'OUT', bankAccount, returnCode: 'R03' },
      { step: 'send', direction: 'OUT', bankAccount, returnCode: null },
    ]);
    await server.context.db
      .updateTable('membership')
      .set({ flags_withheld: ['VIEW_ADMINISTRATION'] })
      .where('id', '=', business.membershipId)
      .execute();
    expect(await log()).toEqual([]);
  });

  test('returns a deposit late, when it has been spendable for weeks', async () => {
    const business = await withBank(0n);
    const id = await sent(business);
    await be(business, id, 'SETTLE');
    await be(business, id, 'RETURN_LATE', 'R10');
    await pass(10);
    expect([(await stageOf(id)).stage, await own(business)]).toEqual(['DONE', 50_00]);
    await pass(25);
    expect([await stageOf(id), await own(business)]).toMatchObject([{ stage: 'RETURNED', code: 'R10' }, 0]);
    expect(await inTransit(business)).toEqual([0, 0]);
  });

  test('is silent: what it has is found when it speaks again', async () => {
    const business = await withBank(0n);
    const id = await made(business, 'IN', 50_00);
    await fail('BANK_SILENT');
    server.clock.advance(8 * DAY);
    await expect(moveTransfers(server.context, bank)).rejects.toThrow('the bank does not answer');
    expect(await stageOf(id)).toMatchObject({ stage: 'SENT' });
    expect(await acts(business)).toEqual([[]]);
    await fail();
    await pass(1);
    expect([(await stageOf(id)).stage, await own(business)]).toEqual(['DONE', 50_00]);
  });

  test('says everything twice, and nonsense besides: each outcome counts once', async () => {
    const business = await withBank(0n);
    const id = await sent(business);
    await fail('BANK_TWICE');
    // An entry that no transfer made: the job leaves it.
    const account = { bankName: '', accountType: 'CHECKING', routingNumber: '', accountNumber: '7000' } as const;
    const stray = {
      reference: newId(),
      direction: 'IN',
      amount: 1n,
      account,
      from: '',
      settlesOn: '2026-11-23',
    } as const;
    await bank.sendEntries([stray]);
    expect((await bank.movements()).filter(({ reference }) => reference === stray.reference)).toHaveLength(2);
    await bank.confirm({ reference: stray.reference, kind: 'DECLINED', returnCode: null });
    await be(business, id, 'SETTLE');
    await fail('BANK_TWICE', 'BANK_NONSENSE');
    const lost = actAsBank(server.context, { ...business, id }, { act: 'RETURN', returnCode: 'R03' });
    expect(await lost).toMatchObject({ acts: [] });
    await expect(moveTransfers(server.context, bank)).rejects.toThrow(AggregateError);
    const { timeline } = (await readTransfer(server.context.db, id, business.businessId))!;
    expect(timeline.map(({ step }) => step)).toEqual(['request', 'send', 'settle', 'return']);
    expect([await own(business), await inTransit(business)]).toEqual([0, [0, 0]]);
    expect(await ledgerFaults(server.context.db)).toEqual([]);
  });
});

describe('a transfer is refused', () => {
  test('without a fresh proof, below a dollar, above ten digits, with the account of another business', async () => {
    const business = await withBank(100_00n);
    for (const amount of [0, -1, 99, 1.5, 100_000_000_00])
      expect((await send(business, order(business, 'IN', amount))).body['Code'], String(amount)).toBe('VALIDATION');
    const other = await withBank(0n);
    expect((await send(business, order(other, 'IN', 1_00))).status).toBe(404);
    server.clock.advance(301);
    expect((await send(business, order(business, 'IN', 1_00))).body['Code']).toBe('STEP_UP_REQUIRED');
  });

  test.each([
    ['an account that awaits validation', { status: 'AWAITINGMINIDEPOSIT' }],
    ['an account whose connection is lost', { authentication_method: 'PLAID', connection_active: false }],
  ] as const)('with %s', async (_what, change) => {
    const business = await withBank(100_00n);
    const { db } = server.context;
    await db.updateTable('external_account').set(change).where('id', '=', business.bankAccount).execute();
    expect((await send(business, order(business, 'IN', 1_00))).body['Code']).toBe('STEP_NOT_POSSIBLE');
  });

  test('out of a line of credit', async () => {
    const business = await withBank(100_00n);
    const { db } = server.context;
    await db.updateTable('business').set({ funding_source: 'Credit' }).where('id', '=', business.businessId).execute();
    expect((await send(business, order(business, 'OUT', 1_00))).body['Code']).toBe('STEP_NOT_POSSIBLE');
  });
});

test('the embedded bank can return with every code', async () => {
  for (const code of achReturnCodes) {
    const account = {
      bankName: '',
      accountType: 'CHECKING',
      routingNumber: '',
      accountNumber: `1000290${code.slice(1)}`,
    } as const;
    expect(fateOf({ account, settlesOn: '2026-11-23' }).returnCode).toBe(code);
  }
});
