import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connectIntake, type Applied, type ForCard } from '../../../core/processor/intake.ts';
import { newId } from '../../../db/ids.ts';
import type { ProcessorDecision } from '../../../ports/card-processor/card-processor.ts';
import type { IncomingEvent, IncomingRequest } from '../../../ports/card-processor/incoming.ts';
import { addHolder } from '../../../testing/holder.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';

let server: TestServer;
let holder: Awaited<ReturnType<typeof addHolder>>;
beforeAll(async () => {
  server = await startTestServer();
  holder = await addHolder(server);
});
afterAll(() => server.close());

/** What reached the engine. */
let requests: ForCard<IncomingRequest>[];
let events: ForCard<IncomingEvent>[];
let decision: ProcessorDecision;
beforeEach(() => {
  requests = [];
  events = [];
  decision = { outcome: 'APPROVED', code: null, amount: 6400 };
  connectIntake({
    authorize: (_context, request) => {
      requests.push(request);
      return Promise.resolve(decision);
    },
    applyEvent: (_context, event): Promise<Applied> => {
      const isKnown = events.some(({ eventId }) => eventId === event.eventId);
      if (!Number.isSafeInteger(event.amount) || event.amount < 0) return Promise.resolve('REFUSED');
      events.push(event);
      return Promise.resolve(isKnown ? 'REPEATED' : 'APPLIED');
    },
  });
});
afterEach(() => faults());

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
const log = async () => (await holder.browser.ask('GET', '/api/simulator/log')).body as unknown as { answer: string }[];

test('a purchase is decided, and settles above its hold', async () => {
  const { status, answer, id } = await buy();
  expect(status).toBe(201);
  expect(answer).toMatchObject({
    outcome: 'APPROVED',
    purchase: { status: 'OPEN', held: { amount: 6400, currency: 'USD' }, merchant: { name: 'Trattoria Lucca' } },
  });
  expect(requests).toMatchObject([{ eventId: id, transactionId: id, cardId: holder.cardId, amount: 6400, mcc: 5812 }]);
  expect((await act(id, { act: 'CAPTURE' })).body).toMatchObject({
    purchase: { status: 'SETTLED', held: { amount: 0 }, captured: { amount: 7552 } },
  });
  expect(events).toMatchObject([{ type: 'CLEARING', transactionId: id, amount: 7552, isFinal: true }]);
  expect((await act(id, { act: 'CAPTURE' })).body).toMatchObject({ Code: 'STEP_NOT_POSSIBLE' });
});

test('buying again with the same key buys nothing', async () => {
  const { id } = await buy();
  await buy({ idempotencyKey: id });
  expect(requests).toHaveLength(1);
});

test('a merchant abroad charges in its own currency', async () => {
  decision = { outcome: 'APPROVED', code: null, amount: 10_800 };
  await buy({ merchantId: 'M5812014', amount: 10_000 });
  expect(requests).toMatchObject([
    { amount: 10_800, currency: 'USD', merchantAmount: 10_000, merchantCurrency: 'EUR', country: 'DE' },
  ]);
});

test('a decline keeps its reason, and a merchant can still settle it', async () => {
  decision = { outcome: 'DECLINED', code: 'limit_day', amount: 0 };
  const { answer, id } = await buy();
  expect(answer).toMatchObject({
    outcome: 'DECLINED',
    declineCode: 'limit_day',
    purchase: { status: 'DECLINED', declineCode: 'limit_day', held: { amount: 0 }, acts: [{ act: 'CAPTURE_LATE' }] },
  });
  await act(id, { act: 'CAPTURE_LATE' });
  expect(events).toMatchObject([{ type: 'CLEARING', amount: 6400 }]);
});

test.each([
  ['SINGLE_MESSAGE', 'SETTLED', ['CLEARING']],
  ['ATM', 'SETTLED', ['CLEARING']],
  ['SUBSCRIPTION', 'SETTLED', ['CLEARING']],
  ['FORCE_POST', 'SETTLED', ['CLEARING']],
  ['REFUND', 'SETTLED', ['RETURN']],
  ['CREDIT', 'OPEN', ['CREDIT_AUTHORIZATION']],
  ['BALANCE_INQUIRY', 'SETTLED', ['BALANCE_INQUIRY']],
  ['ACCOUNT_CHECK', 'SETTLED', []],
  ['HOTEL', 'OPEN', []],
])('%s: %s', async (kind, status, types) => {
  const { answer } = await buy({ kind });
  expect(answer).toMatchObject({ purchase: { status } });
  expect(events.map(({ type }) => type)).toEqual(types);
});

test('a subscription is charged again after a month', async () => {
  await buy({ kind: 'SUBSCRIPTION', merchantId: 'M5734001' });
  await holder.browser.ask('POST', '/api/simulator/time', { body: { seconds: 31 * 86_400 } });
  const [first, second, ...more] = requests.filter(({ merchantId }) => merchantId === 'M5734001');
  expect(more).toEqual([]);
  expect(second!.transactionId).not.toBe(first!.transactionId);
  expect(second!.at.getTime() - first!.at.getTime()).toBeGreaterThan(27 * 86_400_000);
});

test('time passes without logging anybody out', async () => {
  const before = server.clock.now();
  const { status, body } = await holder.browser.ask('POST', '/api/simulator/time', { body: { seconds: 3 * 86_400 } });
  expect(status).toBe(200);
  expect(new Date(String(body['now'])).getTime()).toBeGreaterThan(before.getTime() + 3 * 86_400_000 - 1);
  expect((await holder.browser.ask('GET', '/api/simulator')).status).toBe(200);
});

test('without a hold there is no next release', async () => {
  const answer = await holder.browser.ask('POST', '/api/simulator/time', { body: { seconds: null } });
  expect(answer.body).toMatchObject({ Code: 'STEP_NOT_POSSIBLE' });
});

describe('faults', () => {
  test('twice: each message comes two times and is answered the same', async () => {
    await faults('TWICE');
    const { id } = await buy();
    await act(id, { act: 'CAPTURE' });
    expect(requests).toHaveLength(2);
    expect(requests[0]).toEqual(requests[1]);
    expect(events.map(({ eventId }) => eventId)).toEqual([events[0]!.eventId, events[0]!.eventId]);
    expect((await log()).slice(0, 2).map(({ answer }) => answer)).toEqual(['SAME_ANSWER', 'SAME_ANSWER']);
  });

  test('late: an event comes 40 seconds later by the product’s clock', async () => {
    const { id } = await buy();
    await faults('LATE');
    await act(id, { act: 'CAPTURE' });
    expect(events).toHaveLength(0);
    await holder.browser.ask('POST', '/api/simulator/time', { body: { seconds: 41 } });
    expect(events).toMatchObject([{ type: 'CLEARING', transactionId: id }]);
  });

  test('out of order: a settlement comes before its hold', async () => {
    await faults('OUT_OF_ORDER');
    const { id } = await buy();
    await act(id, { act: 'CAPTURE' });
    expect(requests).toHaveLength(0);
    expect(events.map(({ type }) => type)).toEqual(['CLEARING', 'AUTHORIZATION_ADVICE']);
  });

  test('silent: the network takes back what it did not hear approved', async () => {
    await faults('SILENT');
    const { answer, id } = await buy();
    expect(answer).toMatchObject({ outcome: null, purchase: { status: 'NO_ANSWER' } });
    await holder.browser.ask('POST', '/api/simulator/time', { body: { seconds: 3 } });
    expect(events).toMatchObject([{ type: 'AUTHORIZATION_REVERSAL', transactionId: id, amount: 6400, holdAfter: 0 }]);
  });

  test('nonsense: the broken copy is refused, the whole message taken', async () => {
    await faults('NONSENSE');
    const { answer } = await buy();
    expect(answer).toMatchObject({ outcome: 'APPROVED' });
    expect((await log()).some((entry) => entry.answer === 'REFUSED')).toBe(true);
  });
});

test('a person plays with their own cards only', async () => {
  const other = await addHolder(server);
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
