import { declineSentence } from '@florin/contract/cards/decline-sentences';
import { simulatedAmountAtMost, SimulatedMistake, type SimulatedAct } from '@florin/contract/cards/simulator';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ledgerFaults } from '../../../core/ledger/queries.ts';
import { engineIntake, type Intake } from '../../../core/processor-intake/intake.ts';
import { newId } from '../../../db/ids.ts';
import { addHolder } from '../../../testing/holder.ts';
import { administratorOf } from '../../../testing/administrator.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { addCard, openSpendingBusiness } from '../../../testing/cards/spending.ts';
import { merchants } from '../../../ports/card-processor/simulator/merchants.ts';
import { act as simulateAct, buy as simulate } from './network.ts';
import { findPurchase } from './queries.ts';
import { deliverDueMessages } from './routes.ts';

let server: TestServer;
let holder: Awaited<ReturnType<typeof addSpender>>;
beforeAll(async () => {
  server = await startTestServer();
  holder = await addSpender(1_000_000_00);
});
afterAll(() => server.close());
afterEach(() => faults());

/** A cardholder, signed in, with a card that spends from a business with so much money. */
async function addSpender(balance: number) {
  const { cardId, businessId } = await openSpendingBusiness(server.context.db, { balance });
  return addHolder(server, undefined, { cardId, businessId, number: '' });
}

/** What reached the engine about a purchase. */
const eventsOf = (id: string) =>
  server.context.db
    .selectFrom('card_event')
    .select(['event_id as eventId', 'type', 'amount', 'held', 'outcome', 'merchant_amount as merchantAmount', 'at'])
    .select(['merchant_currency as merchantCurrency', 'flags'])
    .where('reference', '=', id)
    .where('type', '<>', 'FEE')
    .orderBy('sequence')
    .execute();
const typesOf = async (id: string) => (await eventsOf(id)).map(({ type }) => type);

const faults = (...on: string[]) => holder.browser.ask('PUT', '/api/simulator/faults', { body: { faults: on } });
const buy = async (wanted: object = {}) => {
  const body = {
    cardId: holder.cardId,
    merchantId: 'M5812001',
    kind: 'TIP',
    amount: 6400,
    idempotencyKey: newId(),
    ...wanted,
  };
  const { status, body: answer } = await holder.browser.ask('POST', '/api/simulator/purchases', { body });
  return { status, answer, id: body.idempotencyKey };
};
const act = (id: string, body: object) => holder.browser.ask('POST', `/api/simulator/purchases/${id}/acts`, { body });
const listed = async () =>
  (await holder.browser.ask('GET', '/api/simulator/purchases')).body as unknown as {
    id: string;
    at: string;
    status: string;
    merchant: { id: string };
  }[];
const log = async () => (await holder.browser.ask('GET', '/api/simulator/log')).body as unknown as { answer: string }[];

test('no merchant charges so much that the sums of a business cannot be shown', async () => {
  const refused = await buy({ kind: 'FORCE_POST', amount: simulatedAmountAtMost + 1 });
  expect(refused).toMatchObject({ status: 400, answer: { Fields: [{ Field: 'amount', Problem: 'tooLong' }] } });
});

test('a purchase is decided, and settles above its hold', async () => {
  const { status, answer, id } = await buy();
  expect(status).toBe(201);
  expect(answer).toMatchObject({
    outcome: 'APPROVED',
    purchase: { status: 'OPEN', held: { amount: 6400, currency: 'USD' }, merchant: { name: 'Trattoria Lucca' } },
  });
  expect(await eventsOf(id)).toMatchObject([{ eventId: id, type: 'AUTHORIZATION', amount: 6400n, held: 6400n }]);
  expect((await act(id, { act: 'CAPTURE' })).body).toMatchObject({
    purchase: { status: 'SETTLED', held: { amount: 0 }, captured: { amount: 7552 } },
  });
  expect((await eventsOf(id))[1]).toMatchObject({ type: 'CLEARING', amount: 7552n, held: 0n, flags: ['OVER_CAPTURE'] });
  expect((await act(id, { act: 'CAPTURE' })).body).toMatchObject({ Code: 'STEP_NOT_POSSIBLE' });
});

test('buying again with the same key buys nothing', async () => {
  const { id } = await buy();
  const { answer } = await buy({ idempotencyKey: id });
  expect(answer).toMatchObject({ outcome: 'APPROVED', approved: { amount: 6400 }, purchase: { status: 'OPEN' } });
  expect(await eventsOf(id)).toHaveLength(1);

  const businessId = (await findPurchase(server.context.db, id))!.businessId;
  const cardId = await addCard(server.context.db, businessId);
  const administrator = await administratorOf(server, businessId);
  const body = { cardId, merchantId: 'M5812001', kind: 'TIP', amount: 6400, idempotencyKey: id };
  expect(await administrator.ask('POST', '/api/simulator/purchases', { body })).toMatchObject({ status: 404 });
});

const crash = () => Promise.reject(new Error('killed'));
test.each<[string, Partial<Intake>]>([
  ['before the decision', { authorize: crash }],
  ['after the decision', { authorize: (...of) => engineIntake.authorize(...of).then(crash) }],
  ['before the settlement', { applyEvent: crash }],
  ['after the settlement', { applyEvent: (...of) => engineIntake.applyEvent(...of).then(crash) }],
])('a purchase that is interrupted %s is finished when it is repeated', async (_, interrupted) => {
  const wanted = { cardId: holder.cardId, merchantId: 'M5812001', kind: 'SINGLE_MESSAGE', amount: 6400 } as const;
  const id = newId();
  const network = { context: server.context, intake: { ...engineIntake, ...interrupted } };
  const { businessId } = holder;
  await expect(simulate(network, { id, businessId, ...wanted, partialOk: false })).rejects.toThrow('killed');
  const { answer } = await buy({ ...wanted, idempotencyKey: id });
  expect(answer).toMatchObject({ outcome: 'APPROVED', purchase: { status: 'SETTLED', captured: { amount: 6400 } } });
  await deliverDueMessages(server.context);
  expect(await typesOf(id)).toEqual(['AUTHORIZATION', 'FINANCIAL_AUTHORIZATION']);
});

const interruptions: [when: string, interrupted: Partial<Intake>][] = [
  ['before the decision', { authorize: crash }],
  ['after the decision', { authorize: (...of) => engineIntake.authorize(...of).then(crash) }],
];

/** Lets the server be killed in the middle of an act. */
async function interruptAct(id: string, name: SimulatedAct, interrupted: Partial<Intake>) {
  const network = { context: server.context, intake: { ...engineIntake, ...interrupted } };
  const purchase = (await findPurchase(server.context.db, id))!;
  await expect(simulateAct(network, purchase, name, undefined)).rejects.toThrow('killed');
}

const pass = (seconds: number) => holder.browser.ask('POST', '/api/simulator/time', { body: { seconds } });
const heldOf = async (id: string) => (await eventsOf(id)).map(({ held }) => Number(held));

test.each(interruptions)('an increase that is interrupted %s is finished once', async (_, interrupted) => {
  const { id } = await buy({ kind: 'HOTEL', merchantId: 'M7011001', amount: 10_000 });
  await interruptAct(id, 'INCREMENT', interrupted);
  // By its repetition.
  expect((await act(id, { act: 'INCREMENT' })).body).toMatchObject({
    outcome: 'APPROVED',
    purchase: { held: { amount: 15_800 } },
  });
  expect(await heldOf(id)).toEqual([10_000, 15_800]);
  await interruptAct(id, 'INCREMENT', interrupted);
  // By another act.
  expect((await act(id, { act: 'CAPTURE' })).body).toMatchObject({ purchase: { captured: { amount: 21_600 } } });
  expect(await typesOf(id)).toEqual([
    'AUTHORIZATION',
    'AUTHORIZATION_INCREMENTAL',
    'AUTHORIZATION_INCREMENTAL',
    'CLEARING',
  ]);
  // By the job.
  const { id: second } = await buy({ kind: 'HOTEL', merchantId: 'M7011001', amount: 10_000 });
  await interruptAct(second, 'INCREMENT', interrupted);
  await pass(11);
  expect((await findPurchase(server.context.db, second))?.held).toBe(15_800);
  expect(await heldOf(second)).toEqual([10_000, 15_800]);
});

test.each(interruptions)(
  'a renewal and a purchase that are interrupted %s are finished by the job',
  async (_, interrupted) => {
    const before = (await listed()).length;
    const { id } = await buy({ kind: 'SUBSCRIPTION' });
    await interruptAct(id, 'RENEW', interrupted);
    expect((await act(id, { act: 'RENEW' })).body).toMatchObject({ Code: 'STEP_NOT_POSSIBLE' });
    const bought = newId();
    const network = { context: server.context, intake: { ...engineIntake, ...interrupted } };
    const { cardId, businessId } = holder;
    const wanted = { id: bought, businessId, cardId, merchantId: 'M5812001', kind: 'PLAIN', amount: 900 } as const;
    await expect(simulate(network, { ...wanted, partialOk: false })).rejects.toThrow('killed');
    await pass(11);
    await pass(11);
    const purchases = (await listed()).slice(0, 3);
    expect(purchases).toMatchObject([{ status: 'OPEN' }, { status: 'SETTLED' }, { status: 'SETTLED' }]);
    expect(await listed()).toHaveLength(Math.min(50, before + 3));
    expect(await heldOf(bought)).toEqual([900]);
    const renewal = purchases.find(({ id: one }) => one !== id && one !== bought)!;
    expect(await typesOf(renewal.id)).toEqual(['AUTHORIZATION', 'CLEARING']);
    await act(renewal.id, { act: 'END_SUBSCRIPTION' });
  },
);

test('an interrupted purchase is not finished by the holder of another card', async () => {
  const { businessId, cardId } = await addSpender(100_00);
  const id = newId();
  const wanted = { cardId, merchantId: 'M5812001', kind: 'SINGLE_MESSAGE', amount: 6400 } as const;
  const network = { context: server.context, intake: { ...engineIntake, authorize: crash } };
  await expect(simulate(network, { id, businessId, ...wanted, partialOk: false })).rejects.toThrow('killed');
  const { status } = await buy({ ...wanted, cardId: holder.cardId, idempotencyKey: id });
  expect(status).toBe(404);
  expect(await typesOf(id)).toEqual([]);
});

test('a purchase repeated while it is decided settles once', async () => {
  const idempotencyKey = newId();
  await Promise.all(Array.from({ length: 4 }, () => buy({ kind: 'SINGLE_MESSAGE', idempotencyKey })));
  expect(await typesOf(idempotencyKey)).toEqual(['AUTHORIZATION', 'FINANCIAL_AUTHORIZATION']);
});

test('of eight settlements at once one happens', async () => {
  const { id } = await buy();
  const answers = await Promise.all(Array.from({ length: 8 }, () => act(id, { act: 'CAPTURE' })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(7).fill(409)]);
  expect(await typesOf(id)).toEqual(['AUTHORIZATION', 'CLEARING']);
});

test('a merchant abroad charges in its own currency', async () => {
  const { id } = await buy({ merchantId: 'M5812014', amount: 10_000 });
  expect(await eventsOf(id)).toMatchObject([{ amount: 10_800n, merchantAmount: 10_000n, merchantCurrency: 'EUR' }]);
});

const inTokyo = merchants.find(({ currency }) => currency === 'JPY')!;
test('yen are charged as they were asked for, though no cent tells one from the next', async () => {
  const { id, answer } = await buy({ kind: 'PLAIN', merchantId: inTokyo.id, amount: 1501 });
  expect(answer).toMatchObject({ purchase: { asked: { amount: 1501, currency: 'JPY' }, requested: { amount: 976 } } });
  await act(id, { act: 'CAPTURE' });
  const yen = { amount: 976n, merchantAmount: 1501n, merchantCurrency: 'JPY' };
  expect(await eventsOf(id)).toMatchObject([yen, yen]);
});

test('a decline keeps its reason, and a merchant can still settle it', async () => {
  const { answer, id } = await buy({ amount: simulatedAmountAtMost });
  const declineCode = 'insufficient_business_balance';
  expect(answer).toMatchObject({
    outcome: 'DECLINED',
    declineCode,
    purchase: { status: 'DECLINED', declineCode, held: { amount: 0 }, acts: [{ act: 'CAPTURE_LATE' }] },
  });
  await act(id, { act: 'CAPTURE_LATE', amount: 6400 });
  expect((await eventsOf(id))[1]).toMatchObject({ type: 'CLEARING', amount: 6400n });
});

test.each([
  ['SINGLE_MESSAGE', 'SETTLED', ['AUTHORIZATION', 'FINANCIAL_AUTHORIZATION']],
  ['ATM', 'SETTLED', ['AUTHORIZATION', 'FINANCIAL_AUTHORIZATION']],
  ['SUBSCRIPTION', 'SETTLED', ['AUTHORIZATION', 'CLEARING']],
  ['FORCE_POST', 'SETTLED', ['CLEARING']],
  ['REFUND', 'SETTLED', ['RETURN']],
  ['CREDIT', 'OPEN', ['CREDIT_AUTHORIZATION']],
  ['BALANCE_INQUIRY', 'SETTLED', ['BALANCE_INQUIRY']],
  ['ACCOUNT_CHECK', 'SETTLED', ['AUTHORIZATION']],
  ['HOTEL', 'OPEN', ['AUTHORIZATION']],
])('%s: %s', async (kind, status, types) => {
  const { answer, id } = await buy({ kind });
  expect(answer).toMatchObject({ purchase: { status } });
  expect(await typesOf(id)).toEqual(types);
});

test('a subscription is charged again after a month', async () => {
  await buy({ kind: 'SUBSCRIPTION', merchantId: 'M5734001' });
  await holder.browser.ask('POST', '/api/simulator/time', { body: { seconds: 31 * 86_400 } });
  const charges = (await listed()).filter(({ merchant }) => merchant.id === 'M5734001');
  expect(charges).toHaveLength(2);
  const [second, first] = charges.map(({ at }) => new Date(at).getTime());
  expect(second! - first!).toBeGreaterThan(27 * 86_400_000);
});

test('on a consumer card, a subscription is not charged again', { tags: ['@a1.15'] }, async () => {
  const { db } = server.context;
  const business = { program_type: 'OwnedFunds' } as const;
  const { cardId, businessId } = await openSpendingBusiness(db, { balance: 100_00, business });
  const network = { context: server.context, intake: engineIntake };
  const id = newId();
  const wanted = { merchantId: 'M5734001', kind: 'SUBSCRIPTION', amount: 10_00, partialOk: false } as const;
  const first = await simulate(network, { id, businessId, cardId, ...wanted });
  const again = await simulateAct(network, (await findPurchase(db, id))!, 'RENEW', undefined);
  expect([first, again]).toMatchObject([
    { decision: { outcome: 'APPROVED' } },
    { decision: { outcome: 'DECLINED', code: 'presence_not_allowed' } },
  ]);
});

test('the clock moves to the next release, and a merchant can settle after it', async () => {
  await holder.browser.ask('POST', '/api/simulator/time', { body: { seconds: 31 * 86_400 } });
  const { id } = await buy();
  const passed = await holder.browser.ask('POST', '/api/simulator/time', { body: { seconds: null } });
  expect(passed.status).toBe(200);
  expect(await typesOf(id)).toEqual(['AUTHORIZATION', 'AUTHORIZATION_EXPIRY']);
  expect((await listed()).find((purchase) => purchase.id === id)).toMatchObject({
    status: 'EXPIRED',
    held: { amount: 0 },
    acts: [{ act: 'CAPTURE_LATE' }],
  });
  await act(id, { act: 'CAPTURE_LATE' });
  expect((await eventsOf(id)).at(-1)).toMatchObject({ type: 'CLEARING', flags: ['LATE'] });
});

test('the network settles a day when it is over', async () => {
  const { id } = await buy();
  await act(id, { act: 'CAPTURE' });
  const { eventId } = await server.context.db
    .selectFrom('card_event')
    .select('event_id as eventId')
    .where('reference', '=', id)
    .where('type', '=', 'CLEARING')
    .executeTakeFirstOrThrow();
  const settled = () =>
    server.context.db.selectFrom('settled_event').select('event_id').where('event_id', '=', eventId).execute();
  expect(await settled()).toEqual([]);
  await holder.browser.ask('POST', '/api/simulator/time', { body: { seconds: 9 * 86_400 } });
  expect(await settled()).toHaveLength(1);
});

test('time passes without logging anybody out', async () => {
  const before = server.clock.now();
  const { status, body } = await holder.browser.ask('POST', '/api/simulator/time', { body: { seconds: 3 * 86_400 } });
  expect(status).toBe(200);
  expect(new Date(String(body['now'])).getTime()).toBeGreaterThan(before.getTime() + 3 * 86_400_000 - 1);
  expect((await holder.browser.ask('GET', '/api/simulator')).status).toBe(200);
});

test('without a hold there is no next release', async () => {
  const { browser } = await addSpender(0);
  const answer = await browser.ask('POST', '/api/simulator/time', { body: { seconds: null } });
  expect(answer.body).toMatchObject({ Code: 'STEP_NOT_POSSIBLE' });
});

describe('faults', () => {
  test('twice: each message comes two times and is answered the same', async () => {
    await faults('TWICE');
    const { id } = await buy();
    await act(id, { act: 'CAPTURE' });
    expect(await typesOf(id)).toEqual(['AUTHORIZATION', 'CLEARING']);
    expect((await log()).slice(0, 2).map(({ answer }) => answer)).toEqual(['SAME_ANSWER', 'SAME_ANSWER']);
  });

  test('late: an event comes 40 seconds later by the product’s clock', async () => {
    const { id } = await buy();
    await faults('LATE');
    await act(id, { act: 'CAPTURE' });
    expect(await typesOf(id)).toEqual(['AUTHORIZATION']);
    await holder.browser.ask('POST', '/api/simulator/time', { body: { seconds: 41 } });
    expect(await typesOf(id)).toEqual(['AUTHORIZATION', 'CLEARING']);
  });

  test('out of order: a settlement comes before its hold', async () => {
    await faults('OUT_OF_ORDER');
    const { id } = await buy();
    await act(id, { act: 'CAPTURE' });
    expect(await typesOf(id)).toEqual(['CLEARING', 'AUTHORIZATION_ADVICE']);
  });

  test('silent: the network takes back what it did not hear approved', async () => {
    await faults('SILENT');
    const { answer, id } = await buy();
    expect(answer).toMatchObject({ outcome: null, purchase: { status: 'NO_ANSWER' } });
    await holder.browser.ask('POST', '/api/simulator/time', { body: { seconds: 3 } });
    expect((await eventsOf(id))[1]).toMatchObject({ type: 'AUTHORIZATION_REVERSAL', amount: 6400n, held: 0n });
  });

  test('other program: a settlement is set aside for an operator', async () => {
    const { id } = await buy();
    await faults('OTHER_PROGRAM');
    await act(id, { act: 'CAPTURE' });
    expect(await typesOf(id)).toEqual(['AUTHORIZATION']);
    expect((await log())[0]).toMatchObject({ answer: 'SUSPENSE' });
    const items = server.context.db.selectFrom('suspense_item').select(['reason', 'amount']);
    expect(await items.execute()).toEqual([{ reason: 'OTHER_PROGRAM', amount: 7552n }]);
  });

  test('nonsense: the broken copy is refused, the whole message taken', async () => {
    await faults('NONSENSE');
    const { answer } = await buy();
    expect(answer).toMatchObject({ outcome: 'APPROVED' });
    expect((await log()).some((entry) => entry.answer === 'IGNORED')).toBe(true);
  });
});

test('a person plays with their own cards only', async () => {
  const other = await addSpender(0);
  const { id } = await buy();
  expect(
    (await other.browser.ask('POST', `/api/simulator/purchases/${id}/acts`, { body: { act: 'CAPTURE' } })).status,
  ).toBe(404);
  expect((await buy({ cardId: other.cardId })).status).toBe(404);
  expect((await other.browser.ask('GET', '/api/simulator/purchases')).body).toEqual([]);
  expect((await other.browser.ask('GET', '/api/simulator/cards')).body).toMatchObject([{ id: other.cardId }]);
});

test('an installation without demo data has no simulator', async () => {
  const { config } = server.context;
  server.context.config = { ...config, demoData: false };
  const answers = await Promise.all(
    ['', '/merchants', '/cards', '/purchases', '/log'].map((path) =>
      holder.browser.ask('GET', `/api/simulator${path}`),
    ),
  );
  server.context.config = config;
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  expect((await holder.browser.ask('GET', '/api/simulator/merchants')).body).toHaveLength(202);
});

test('a physical card is shipped, and delivered; one without a shipment goes nowhere', async () => {
  const ship = (status: string) =>
    holder.browser.ask('POST', '/api/simulator/shipments', { body: { cardId: holder.cardId, status } });
  expect((await ship('SHIPPED')).body).toMatchObject({ Code: 'STEP_NOT_POSSIBLE' });
  await server.context.db
    .insertInto('card_shipment')
    .values({
      card_id: holder.cardId,
      status: 'PENDING',
      method: 'STANDARD',
      carrier: null,
      tracking_number: null,
      address_sealed: Buffer.alloc(1),
      expected_on: null,
      updated_at: new Date(),
    })
    .execute();
  expect([(await ship('SHIPPED')).status, (await ship('DELIVERED')).status]).toEqual([204, 204]);
  expect((await ship('SHIPPED')).body).toMatchObject({ Code: 'STEP_NOT_POSSIBLE' });
  expect((await holder.browser.ask('GET', '/api/simulator/cards')).body).toMatchObject([{ shipment: 'DELIVERED' }]);
});

test('after all of it the books balance', async () => {
  expect(await ledgerFaults(server.context.db)).toEqual([]);
});

test.each(SimulatedMistake.options)('a request with the mistake %s is declined with it', async (mistake) => {
  // Its number is what the last mistake uses again.
  await buy({ amount: 1100 });
  const { answer, id } = await buy({ mistake, amount: 1200 });
  expect(answer).toMatchObject({ outcome: 'DECLINED', declineCode: mistake, purchase: { status: 'DECLINED' } });
  expect(declineSentence(mistake, 'CARDHOLDER')).not.toBe('');
  // What is of no card, or cannot be read, stands for no purchase of ours.
  const isStored = !['card_unknown', 'event_id_reused', 'system'].includes(mistake);
  expect(await eventsOf(id)).toHaveLength(isStored ? 1 : 0);
  expect((await log())[0]).toMatchObject({ answer: mistake });
});
