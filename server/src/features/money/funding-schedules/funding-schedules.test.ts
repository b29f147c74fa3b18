import { DAY } from '@florin/contract/limits';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runFundingSchedules, topUpCards, topUpEverywhere } from '../../../core/card-funding/run-schedules.ts';
import { hold, ledgerFaults } from '../../../core/ledger/queries.ts';
import { newId } from '../../../db/ids.ts';
import { administratorOf } from '../../../testing/administrator.ts';
import { outbox, sentMessages } from '../../../testing/browser.ts';
import {
  addCards,
  availableOf,
  fundedBusiness,
  giveMoney,
  type FundedBusiness,
} from '../../../testing/money/funded-business.ts';
import { addPerson } from '../../../testing/person.ts';
import { runsBefore } from '../card-funding/queries.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';

let server: TestServer;
let business: FundedBusiness;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  business = await fundedBusiness(server, 1_000_00n);
});

const usd = (amount: number) => ({ amount, currency: 'USD' });
const easternDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York', dateStyle: 'short' });
/** The day of the businesses, which are in Eastern Time. */
const today = () => easternDay.format(server.clock.now());
const available = (account: string) => availableOf(server.context.db, account);
const post = (path: string, body: object) => business.browser.ask('POST', path, { body });
const setup = (cards: readonly { cardId: string }[], more: object = {}) => ({
  name: 'Field crew',
  act: 'TOP_UP',
  amount: 300_00,
  frequency: 'DAILY',
  timeOfDay: '06:00',
  startsOn: today(),
  cardIds: cards.map(({ cardId }) => cardId),
  ...more,
});
const lowBalance = { frequency: 'LOW_BALANCE', timeOfDay: null, threshold: 50_00 };

async function create(cards: readonly { cardId: string }[], more: object = {}) {
  const body = { ...setup(cards, more), idempotencyKey: newId() };
  const made = await post('/api/funding-schedules', body);
  expect(made).toMatchObject({ status: 201, body: { status: 'ACTIVE', version: 1 } });
  return { id: String(made.body['id']), body: made.body };
}
/** What a schedule did, newest first; read without a session, which ends when days pass. */
const runsOf = async (scheduleId: string) => {
  const runs = await server.context.db
    .selectFrom('funding_run')
    .select(['outcome', 'account_before', 'account_after', 'actor_membership_id as by', 'missing'])
    .where('schedule_id', '=', scheduleId)
    .orderBy('id', 'desc')
    .execute();
  return runs.map(({ account_before: before, account_after: after, ...run }) => ({
    ...run,
    total: usd(Number(before - after)),
  }));
};
/** Purchases: what they hold lowers what is left on the card. */
async function spend(wallet: string, amount: bigint): Promise<void> {
  const answer = await hold(server.context.db, {
    key: newId(),
    debitAccountId: wallet,
    creditAccountId: business.accounts['network_clearing']!,
    amount,
    code: 'AUTHORIZATION',
    description: 'Test',
    expiresAfterSeconds: null,
    at: server.clock.now(),
  });
  if (!answer.done) throw new Error(answer.refusal);
}

test('a schedule runs once when it is due, from however many processes, and reports what it did', async () => {
  const cards = await addCards(server, business, [{ balance: 12_40n }, {}]);
  const { id, body } = await create(cards);
  expect(body).toMatchObject({ cards: [{ id: cards[0]!.cardId }, { id: cards[1]!.cardId }], lastRun: null });
  await runFundingSchedules(server.context);
  expect(await runsOf(id)).toEqual([]);
  server.clock.advance(DAY);
  await Promise.all(Array.from({ length: 8 }, () => runFundingSchedules(server.context)));
  expect(await runsOf(id)).toMatchObject([{ outcome: 'DONE', total: usd(587_60), by: null }]);
  expect(await Promise.all(cards.map(({ wallet }) => available(wallet)))).toEqual([300_00, 300_00]);
  server.clock.advance(3 * DAY);
  await runFundingSchedules(server.context);
  expect(await runsOf(id)).toMatchObject([{ outcome: 'NOTHING' }, { outcome: 'DONE' }]);
  const [newest] = await runsBefore(server.context.db, business.businessId, { scheduleId: id, limit: 1 });
  expect(newest).toMatchObject({ by: null, schedule: 'Field crew' });
  expect(await ledgerFaults(server.context.db)).toEqual([]);
});

test('a schedule that is past its end is ended', async () => {
  const cards = await addCards(server, business, [{}]);
  const tomorrow = new Date(server.clock.now().getTime() + DAY * 1000).toISOString().slice(0, 10);
  const { id } = await create(cards, { startsOn: tomorrow, endsOn: tomorrow });
  server.clock.advance(3 * DAY);
  await runFundingSchedules(server.context);
  const row = await server.context.db
    .selectFrom('funding_schedule')
    .select(['status', 'next_run_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  expect(row).toEqual({ status: 'ENDED', next_run_at: null });
  expect(await runsOf(id)).toHaveLength(1);
});

test('an account that is short is reported, with a mail to the person who set it up', async () => {
  const poor = await addCards(server, business, [{}, {}, {}, {}]);
  const { id } = await create(poor, { whenShort: 'IN_ORDER', act: 'FUND' });
  server.clock.advance(DAY);
  await runFundingSchedules(server.context);
  const balances = await Promise.all(poor.map(({ wallet }) => available(wallet)));
  expect(balances).toEqual([300_00, 300_00, 300_00, 100_00]);
  expect(await runsOf(id)).toMatchObject([{ outcome: 'SHORT', missing: 200_00n }]);
  await sentMessages(server);
  const mail = (await outbox(server)).find(({ recipient }) => recipient === `${business.person.id}@people.example`);
  expect(mail!.text).toContain('needed $200.00 more than was available');
});

test('a closed administrator gets no mail about an account that is short; those who may fund cards do', async () => {
  const { db } = server.context;
  const gone = await fundedBusiness(server);
  const cards = await addCards(server, gone, [{}]);
  const made = await gone.browser.ask('POST', '/api/funding-schedules', {
    body: { ...setup(cards, { act: 'FUND' }), idempotencyKey: newId() },
  });
  expect(made).toMatchObject({ status: 201 });
  const successor = await addPerson(server, { accounts: [] });
  await administratorOf(server, gone.businessId, successor);
  const auditor = await addPerson(server, { accounts: [] });
  await administratorOf(server, gone.businessId, auditor);
  await db.updateTable('membership').set({ preset: 'AUDITOR' }).where('person_id', '=', auditor.id).execute();
  await db.updateTable('membership').set({ status: 'CLOSED' }).where('id', '=', gone.membershipId).execute();
  server.clock.advance(DAY);
  await runFundingSchedules(server.context);
  await sentMessages(server);
  const about = (await outbox(server)).filter(({ text }) => text.includes('more than was available'));
  const recipients = about.map(({ recipient }) => recipient);
  expect(recipients).toContain(`${successor.id}@people.example`);
  for (const { id } of [gone.person, auditor]) expect(recipients).not.toContain(`${id}@people.example`);
});

test('a preview shows the run, the next five, and the account then', async () => {
  const cards = await addCards(server, business, [{ balance: 100_00n }]);
  const others = await addCards(server, business, [{}]);
  await create(others, { act: 'FUND', amount: 10_00, timeOfDay: '00:01' });
  const start = new Date(server.clock.now().getTime() + 2 * DAY * 1000).toISOString().slice(0, 10);
  const shown = await post('/api/funding-schedules/preview', setup(cards, { startsOn: start, timeOfDay: '23:00' }));
  expect(shown).toMatchObject({
    status: 200,
    body: {
      plan: { total: usd(200_00) },
      forecast: { available: usd(1_000_00), deposits: usd(0), thisRun: usd(200_00) },
    },
  });
  expect(shown.body['runs']).toHaveLength(5);
  const { otherSchedules, after } = shown.body['forecast'] as Record<string, { amount: number }>;
  expect([2, 3]).toContain(otherSchedules!.amount / 10_00);
  expect(after!.amount).toBe(800_00 - otherSchedules!.amount);
});

test('the forecast of a run counts other schedules of the same minute, and not the one that is changed', async () => {
  const cards = await addCards(server, business, [{}]);
  const start = new Date(server.clock.now().getTime() + 2 * DAY * 1000).toISOString().slice(0, 10);
  const monthly = { frequency: 'MONTHLY', dayOfMonth: Number(start.slice(8)), startsOn: start, timeOfDay: '06:00' };
  const preview = async (change: object) => {
    const shown = await post('/api/funding-schedules/preview', setup(cards, { ...monthly, ...change }));
    return (shown.body['forecast'] as Record<string, unknown>)['otherSchedules'];
  };
  const before = (await preview({})) as { amount: number };
  const { id } = await create(cards, { act: 'FUND', amount: 70_00, ...monthly });
  expect(await preview({})).toEqual(usd(before.amount + 70_00));
  expect(await preview({ scheduleId: id })).toEqual(before);
});

describe('a low balance', () => {
  test('is topped up after a purchase, and not before', async () => {
    const [card] = await addCards(server, business, [{ balance: 100_00n }]);
    const { id } = await create([card!], lowBalance);
    await sentMessages(server);
    await spend(card!.wallet, 50_00n);
    await sentMessages(server);
    expect(await available(card!.wallet)).toBe(50_00);
    await spend(card!.wallet, 1n);
    await sentMessages(server);
    expect(await available(card!.wallet)).toBe(300_00);
    expect(await runsOf(id)).toMatchObject([{ outcome: 'DONE', total: usd(250_01) }]);
  });

  test('of a card that is low already is topped up at once', async () => {
    const [card] = await addCards(server, business, [{ balance: 49_99n }]);
    await create([card!], lowBalance);
    await sentMessages(server);
    expect(await available(card!.wallet)).toBe(300_00);
  });

  test('is topped up once by eight at once', async () => {
    const [card] = await addCards(server, business, [{ balance: 100_00n }]);
    const { id } = await create([card!], { ...lowBalance, act: 'FUND', amount: 60_00 });
    await sentMessages(server);
    await spend(card!.wallet, 60_00n);
    await Promise.all(Array.from({ length: 8 }, () => topUpCards(server.context, business.businessId)));
    await sentMessages(server);
    expect(await available(card!.wallet)).toBe(100_00);
    expect(await runsOf(id)).toHaveLength(1);
  });

  test('with a short account is reported once, and topped up when there is money', async () => {
    const [card, other] = await addCards(server, business, [{ balance: 60_00n }, {}]);
    await giveMoney(server, business, other!.wallet, 1n);
    const { id } = await create([card!], { ...lowBalance, amount: 2_000_00 });
    await sentMessages(server);
    for (let i = 0; i < 3; i += 1) {
      await spend(card!.wallet, 11_00n);
      await sentMessages(server);
    }
    await topUpEverywhere(server.context);
    expect(await runsOf(id)).toMatchObject([{ outcome: 'SHORT', total: usd(0) }]);
    await giveMoney(server, business, 'business_available', 5_000_00n);
    await topUpEverywhere(server.context);
    expect(await available(card!.wallet)).toBe(2_000_00);
  });

  test('of a paused schedule stays', async () => {
    const [card] = await addCards(server, business, [{ balance: 100_00n }]);
    const { id } = await create([card!], lowBalance);
    expect((await post(`/api/funding-schedules/${id}/status`, { status: 'PAUSED' })).body['status']).toBe('PAUSED');
    await spend(card!.wallet, 80_00n);
    await sentMessages(server);
    expect(await available(card!.wallet)).toBe(20_00);
    await post(`/api/funding-schedules/${id}/status`, { status: 'ACTIVE' });
    await sentMessages(server);
    expect(await available(card!.wallet)).toBe(300_00);
  });
});

test('a schedule is changed on its newest version only, paused, resumed, and ended for good', async () => {
  const cards = await addCards(server, business, [{}, {}]);
  const { id } = await create(cards);
  const change = (version: number, more: object = {}) =>
    business.browser.ask('PUT', `/api/funding-schedules/${id}`, { body: { ...setup(cards, more), version } });
  expect((await change(1, { amount: 200_00 })).body).toMatchObject({ amount: usd(200_00), version: 2 });
  expect((await change(1)).body['Code']).toBe('VERSION_CONFLICT');
  const to = (status: string) => post(`/api/funding-schedules/${id}/status`, { status });
  expect((await to('PAUSED')).body).toMatchObject({ status: 'PAUSED', nextRunAt: null });
  expect((await to('ACTIVE')).body['nextRunAt']).not.toBeNull();
  expect((await to('ENDED')).body).toMatchObject({ status: 'ENDED', nextRunAt: null });
  expect((await to('ACTIVE')).body['Code']).toBe('STEP_NOT_POSSIBLE');
  expect((await change(5)).body['Code']).toBe('STEP_NOT_POSSIBLE');
});

test('sixteen times the same schedule is one; others cannot see or change it', async () => {
  const cards = await addCards(server, business, [{}]);
  const body = { ...setup(cards), idempotencyKey: newId() };
  const answers = await Promise.all(Array.from({ length: 16 }, () => post('/api/funding-schedules', body)));
  expect(new Set(answers.map((answer) => answer.body['id'])).size).toBe(1);
  expect((await post('/api/funding-schedules', { ...body, amount: 1 })).body['Code']).toBe('IDEMPOTENCY_KEY_REUSED');
  const id = String(answers[0]!.body['id']);
  const own = business;
  business = await fundedBusiness(server);
  expect((await post(`/api/funding-schedules/${id}/status`, { status: 'ENDED' })).status).toBe(404);
  expect((await post('/api/funding-schedules', body)).status).toBe(404);
  const { items } = (await own.browser.ask('GET', '/api/funding-schedules')).body as { items: { id: string }[] };
  expect(items.map((schedule) => schedule.id)).toEqual([id]);
});
