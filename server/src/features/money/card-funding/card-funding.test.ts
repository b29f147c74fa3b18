import { WhenShort } from '@florin/contract/money/card-funding';
import { FundingAct } from '@florin/contract/money/funding-acts';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ledgerFaults } from '../../../core/ledger/queries.ts';
import { newId } from '../../../db/ids.ts';
import { outbox, sentMessages } from '../../../testing/browser.ts';
import {
  addCardholder,
  addCards,
  availableOf,
  fundedBusiness,
  giveMoney,
  type FundedBusiness,
} from '../../../testing/money/funded-business.ts';
import { exported } from '../../../testing/exported.ts';
import { eventsOf } from '../../../testing/person.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';

let server: TestServer;
let business: FundedBusiness;
beforeAll(async () => {
  server = await startTestServer();
  business = await fundedBusiness(server, 1_000_00n);
});
afterAll(() => server.close());

const usd = (amount: number) => ({ amount, currency: 'USD' });
const preview = (body: object) => business.browser.ask('POST', '/api/card-funding/preview', { body });
const run = (body: object) =>
  business.browser.ask('POST', '/api/card-funding/runs', { body: { idempotencyKey: newId(), ...body } });
const available = (account: string) => availableOf(server.context.db, account);
const balance = () => available(business.accounts['business_available']!);

test('the run does what the preview showed, and reports it card by card', async () => {
  const { membershipId: holder } = await addCardholder(server, business);
  const [low, high, frozen] = await addCards(server, business, [
    { balance: 12_40n, holder },
    { balance: 340_00n, holder },
    { balance: 75_00n, status: 'PAUSED', holder },
  ]);
  const before = await balance();
  const order = {
    act: 'TOP_UP',
    amount: 300_00,
    cards: [low, high, frozen].map((card) => ({ cardId: card!.cardId })),
  };
  const shown = await preview(order);
  expect(shown).toMatchObject({
    status: 200,
    body: {
      account: { before: usd(before), after: usd(before - 287_60) },
      total: usd(287_60),
      cardsChanged: 1,
      cardsUnchanged: 2,
      missing: usd(0),
      lines: [
        { change: usd(287_60), after: usd(300_00), reason: null },
        { change: usd(0), reason: 'ABOVE_TARGET' },
        { change: usd(0), reason: 'CARD_FROZEN' },
      ],
    },
  });
  expect(await balance()).toBe(before);
  const done = await run({ ...order, basis: shown.body['basis'] });
  const { basis: _basis, ...figures } = shown.body;
  expect(done).toMatchObject({ status: 200, body: { ...figures, outcome: 'DONE', by: 'Robin Example' } });
  expect([await balance(), await available(low!.wallet)]).toEqual([before - 287_60, 300_00]);
  expect((await business.browser.ask('GET', `/api/card-funding/runs/${String(done.body['id'])}`)).body).toEqual(
    done.body,
  );
  expect(await eventsOf(server, business.person.id)).toContain('cards_funded');
  expect(await ledgerFaults(server.context.db)).toEqual([]);
});

test('a preview says of which cards nobody can spend yet', async () => {
  const { membershipId: holder } = await addCardholder(server, business);
  const cards = await addCards(server, business, [{ holder }, { holder, status: 'PENDING_ACTIVATION' }, {}]);
  const { body } = await preview({ act: 'FUND', amount: 1_00, cards: cards.map(({ cardId }) => ({ cardId })) });
  expect((body['lines'] as { idle?: string }[]).map(({ idle }) => idle)).toEqual([
    undefined,
    'NOT_ACTIVATED',
    'NO_HOLDER',
  ]);
});

test('a card that paid after the preview asks again only if another amount would move', async () => {
  const [card] = await addCards(server, business, [{}]);
  const add = { act: 'FUND', amount: 10_00, cards: [{ cardId: card!.cardId }] };
  const fill = { ...add, act: 'TOP_UP' };
  const [added, filled] = [await preview(add), await preview(fill)];
  await giveMoney(server, business, card!.wallet, 1n);
  const refused = await run({ ...fill, basis: filled.body['basis'] });
  expect([refused.status, refused.body['Code']]).toEqual([409, 'VERSION_CONFLICT']);
  expect(await available(card!.wallet)).toBe(1);
  expect((await run({ ...add, basis: added.body['basis'] })).status).toBe(200);
  expect(await available(card!.wallet)).toBe(10_01);
});

test.each([
  ['NONE', 409, [0, 0]],
  ['IN_ORDER', 200, [20_00, 5_00]],
  ['ALL', 200, [12_50, 12_50]],
])('an account with 25 dollars for 40, %s', async (whenShort, status, balances) => {
  const poor = await fundedBusiness(server, 25_00n);
  const cards = await addCards(server, poor, [{}, {}]);
  const order = { act: 'FUND', amount: 20_00, whenShort, cards: cards.map(({ cardId }) => ({ cardId })) };
  const shown = await poor.browser.ask('POST', '/api/card-funding/preview', { body: order });
  expect(shown.body['missing']).toEqual(usd(15_00));
  const body = { ...order, basis: shown.body['basis'], idempotencyKey: newId() };
  expect((await poor.browser.ask('POST', '/api/card-funding/runs', { body })).status).toBe(status);
  expect(await Promise.all(cards.map(({ wallet }) => available(wallet)))).toEqual(balances);
});

test('of sixteen runs with one key at once, money moves once; another order with that key is refused', async () => {
  const [card] = await addCards(server, business, [{}]);
  const order = { act: 'FUND', amount: 10_00, cards: [{ cardId: card!.cardId }], idempotencyKey: newId() };
  const body = { ...order, basis: (await preview(order)).body['basis'] };
  const answers = await Promise.all(Array.from({ length: 16 }, () => run(body)));
  expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
  expect(await available(card!.wallet)).toBe(10_00);
  expect((await run({ ...body, amount: 11_00 })).body['Code']).toBe('IDEMPOTENCY_KEY_REUSED');
});

test('of sixteen runs with their own keys and one preview, one happens', async () => {
  const [card] = await addCards(server, business, [{}]);
  const order = { act: 'FUND', amount: 10_00, cards: [{ cardId: card!.cardId }] };
  const body = { ...order, basis: (await preview(order)).body['basis'] };
  const answers = await Promise.all(Array.from({ length: 16 }, () => run(body)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await available(card!.wallet)).toBe(10_00);
});

describe('an order is refused', () => {
  test.each([
    ['without an amount', { act: 'FUND' }, 'VALIDATION'],
    ['with an amount of zero', { act: 'FUND', amount: 0 }, 'VALIDATION'],
    ['with a negative amount', { act: 'SET', amount: -1 }, 'VALIDATION'],
    ['with a fraction', { act: 'FUND', amount: 1.5 }, 'VALIDATION'],
    ['above 2^53', { act: 'FUND', amount: 2 ** 53 }, 'VALIDATION'],
    ['for no card', { act: 'FUND', amount: 1, cards: [] }, 'VALIDATION'],
    ['for a card that nobody has', { act: 'FUND', amount: 1, cards: [{ cardId: newId() }] }, 'NOT_FOUND'],
  ])('%s', async (_what, body, code) => {
    const [card] = await addCards(server, business, [{}]);
    expect((await preview({ cards: [{ cardId: card!.cardId }], ...body })).body['Code']).toBe(code);
  });

  test('for one card twice, and for a card of another business', async () => {
    const [card] = await addCards(server, business, [{}]);
    const twice = [card, card].map((each) => ({ cardId: each!.cardId }));
    expect((await preview({ act: 'FUND', amount: 1, cards: twice })).body['Code']).toBe('VALIDATION');
    const other = await fundedBusiness(server);
    const body = { act: 'FUND', amount: 1, cards: [{ cardId: card!.cardId }] };
    expect((await other.browser.ask('POST', '/api/card-funding/preview', { body })).status).toBe(404);
  });

  test('in a business that is not open', async () => {
    const closed = await fundedBusiness(server, 10_00n);
    const [card] = await addCards(server, closed, [{}]);
    const { db } = server.context;
    const suspended = { status: 'SUSPENDED', suspension_mode: 'Fraud' } as const;
    await db.updateTable('business').set(suspended).where('id', '=', closed.businessId).execute();
    const body = { act: 'FUND', amount: 1, cards: [{ cardId: card!.cardId }] };
    const refused = await closed.browser.ask('POST', '/api/card-funding/preview', { body });
    expect(refused.body['Code']).toBe('BUSINESS_NOT_OPEN');
  });
});

test('runs are listed newest first, by pages', async () => {
  const own = await fundedBusiness(server, 100_00n);
  const [card] = await addCards(server, own, [{}]);
  const ids: string[] = [];
  for (const amount of [1_00, 2_00, 3_00]) {
    const order = { act: 'FUND', amount, cards: [{ cardId: card!.cardId }] };
    const { basis } = (await own.browser.ask('POST', '/api/card-funding/preview', { body: order })).body;
    const body = { ...order, basis, idempotencyKey: newId() };
    ids.unshift(String((await own.browser.ask('POST', '/api/card-funding/runs', { body })).body['id']));
  }
  const page = async (query: string) => (await own.browser.ask('GET', `/api/card-funding/runs?${query}`)).body;
  const first = await page('limit=2');
  expect(first).toMatchObject({ items: [{ id: ids[0] }, { id: ids[1] }], nextCursor: ids[1] });
  expect(await page(`limit=2&cursor=${String(first['nextCursor'])}`)).toMatchObject({
    items: [{ id: ids[2] }],
    nextCursor: null,
  });
  const found = async (query: string) => ((await page(query))['items'] as { id: string }[]).map(({ id }) => id);
  expect(await found('act=FUND,ZERO')).toEqual(ids);
  expect(await found('act=ZERO')).toEqual([]);
  const now = server.clock.now().getTime();
  const moment = (minutes: number) => new Date(now + minutes * 60_000).toISOString();
  expect(await found(`from=${moment(-60)}&to=${moment(60)}`)).toEqual(ids);
  expect(await found(`from=${moment(60)}`)).toEqual([]);
  expect(await found(`to=${moment(-60)}`)).toEqual([]);
  expect(await exported(server, own.browser, '/api/card-funding/runs/export?act=ZERO')).toEqual([]);
});

test('the export has a line for each card of each run, and its changes add up to what has moved', async () => {
  const own = await fundedBusiness(server, 100_00n);
  const cards = await addCards(server, own, [{ balance: 5_00n }, { balance: 90_00n }]);
  const order = { act: 'TOP_UP', amount: 20_00, cards: cards.map(({ cardId }) => ({ cardId })) };
  const { basis } = (await own.browser.ask('POST', '/api/card-funding/preview', { body: order })).body;
  const body = { ...order, basis, idempotencyKey: newId() };
  const done = (await own.browser.ask('POST', '/api/card-funding/runs', { body })).body;
  const rows = await exported(server, own.browser, '/api/card-funding/runs/export');
  expect(
    rows.map((row) => ['order', 'change', 'available after', 'why not all', 'run id'].map((at) => row.get(at))),
  ).toEqual([
    ['Top up to', '15.00', '20.00', '', done['id']],
    ['Top up to', '0.00', '90.00', 'It had more.', done['id']],
  ]);
  const others = await fundedBusiness(server, 0n);
  expect(await exported(server, others.browser, '/api/card-funding/runs/export')).toEqual([]);
});

test('whatever the order, the run does what its preview shows, and no money is made or lost', async () => {
  const own = await fundedBusiness(server, 500_00n);
  const { membershipId: holder } = await addCardholder(server, own);
  const cards = await addCards(server, own, [
    { holder, balance: 40_00n },
    { holder, balance: 5n },
    { holder, status: 'PAUSED', balance: 10_00n },
    { holder, status: 'CLOSED', balance: 3_00n },
    { holder, hasWallet: false },
  ]);
  const wallets = cards.filter(({ wallet }) => wallet !== '');
  const balances = async () => ({
    account: await available(own.accounts['business_available']!),
    cards: await Promise.all(wallets.map(({ wallet }) => available(wallet))),
  });
  const all = ({ account, cards: each }: Awaited<ReturnType<typeof balances>>) => each.reduce((a, b) => a + b, account);
  const start = all(await balances());
  const orders = fc.record({
    act: fc.constantFrom(...FundingAct.options),
    whenShort: fc.constantFrom(...WhenShort.options),
    amount: fc.integer({ min: 1, max: 400_00 }),
    cards: fc.subarray(cards, { minLength: 1 }).map((some) => some.map(({ cardId }) => ({ cardId }))),
  });
  await fc.assert(
    fc.asyncProperty(orders, async (order) => {
      const shown = (await own.browser.ask('POST', '/api/card-funding/preview', { body: order })).body;
      const body = { ...order, basis: shown['basis'], idempotencyKey: newId() };
      const done = await own.browser.ask('POST', '/api/card-funding/runs', { body });
      const now = await balances();
      expect(all(now)).toBe(start);
      const { after } = shown['account'] as { after: { amount: number } };
      if (done.status === 200) expect(done.body['lines']).toEqual(shown['lines']);
      else expect(done.body['Code']).toBe('INSUFFICIENT_FUNDS');
      expect(now.account).toBe(after.amount);
    }),
    { numRuns: 40 },
  );
  expect(await ledgerFaults(server.context.db)).toEqual([]);
});

test('under four eyes nobody gives money to a card of their own, with whichever membership', async () => {
  const { db, clock } = server.context;
  const membershipId = newId();
  await db
    .insertInto('membership')
    .values({
      id: membershipId,
      person_id: business.person.id,
      business_id: business.businessId,
      role: 'CARDHOLDER',
      status: 'OPEN',
      created_at: clock.now(),
    })
    .execute();
  const [own] = await addCards(server, business, [{ holder: membershipId, balance: 50_00n }]);
  const ordered = async (act: string) => {
    const order = { act, amount: 1_00, cards: [{ cardId: own!.cardId }] };
    return run({ ...order, basis: (await preview(order)).body['basis'] });
  };
  const ask = (on: boolean) =>
    db.updateTable('business').set({ four_eyes: on }).where('id', '=', business.businessId).execute();
  await ask(true);
  expect(await ordered('FUND')).toMatchObject({ status: 409, body: { Code: 'OWN_CARD' } });
  const schedule = await business.browser.ask('POST', '/api/funding-schedules', {
    body: {
      name: 'Mine',
      act: 'FUND',
      amount: 1_00,
      frequency: 'DAILY',
      timeOfDay: '06:00',
      startsOn: '2099-01-01',
      cardIds: [own!.cardId],
      idempotencyKey: newId(),
    },
  });
  expect(schedule.body).toMatchObject({ Code: 'OWN_CARD' });
  expect(await ordered('DEFUND')).toMatchObject({ status: 200 });
  await ask(false);
  expect(await ordered('FUND')).toMatchObject({ status: 200 });
  expect(await available(own!.wallet)).toBe(50_00);
});

test('a holder is notified of the money, unless they have switched it off; the entry names card and run', async () => {
  const { db } = server.context;
  const [told, quiet] = [await addCardholder(server, business), await addCardholder(server, business)];
  const preferences = await quiet.browser.ask('GET', '/api/notification-preferences');
  const { deliveries, quietHours, lowBalanceBelow } = preferences.body as unknown as {
    deliveries: object;
    quietHours: object;
    lowBalanceBelow: number;
  };
  const off = { email: 'OFF', text: 'OFF' };
  const body = { deliveries: { ...deliveries, FUNDING: off }, quietHours, lowBalanceBelow };
  expect(await quiet.browser.ask('PUT', '/api/notification-preferences', { body })).toMatchObject({ status: 200 });
  const cards = await addCards(server, business, [{ holder: told.membershipId }, { holder: quiet.membershipId }]);
  const order = { act: 'FUND', amount: 12_50, cards: cards.map(({ cardId }) => ({ cardId })) };
  const shown = await preview(order);
  const done = await run({ ...order, basis: shown.body['basis'] });
  expect(done.status).toBe(200);
  await sentMessages(server);
  const rows = await db
    .selectFrom('notification')
    .select(['membership_id', 'facts'])
    .where('kind', '=', 'FUNDING')
    .where('membership_id', 'in', [told.membershipId, quiet.membershipId, business.membershipId])
    .execute();
  expect(rows).toEqual([
    {
      membership_id: told.membershipId,
      facts: { kind: 'FUNDING', last4: '0000', cards: 1, amount: usd(12_50), by: 'Robin Example' },
    },
  ]);
  const mails = (await outbox(server)).filter(({ text }) =>
    text.includes('Robin Example has added $12.50 to the card ending in 0000.'),
  );
  expect(mails).toHaveLength(1);

  const { body: entries } = await business.browser.ask('GET', '/api/balances/entries?figure=POSTED&limit=2');
  const ofRun = cards.map(({ cardId }) => expect.objectContaining({ card: expect.objectContaining({ id: cardId }) }));
  expect(entries['items']).toEqual(expect.arrayContaining(ofRun));
  expect((entries['items'] as { fundingRunId: string }[]).map(({ fundingRunId }) => fundingRunId)).toEqual([
    done.body['id'],
    done.body['id'],
  ]);
  const own = await told.browser.ask('GET', `/api/my-balances/entries?figure=POSTED&cardId=${cards[0]!.cardId}`);
  expect((own.body['items'] as object[])[0]).toMatchObject({ amount: usd(12_50), fundingRunId: null });
});

test('the page of a card says what it was given and gave back, by whom', async () => {
  const [card, other] = await addCards(server, business, [{ balance: 10_00n }, { balance: 50_00n }]);
  const ordered = async (act: string) => {
    const order = { act, amount: 20_00, cards: [{ cardId: card!.cardId }, { cardId: other!.cardId }] };
    return run({ ...order, basis: (await preview(order)).body['basis'] });
  };
  const given = await ordered('TOP_UP');
  server.clock.advance(1);
  const taken = await ordered('SET');
  const fundingsOf = async (cardId: string) =>
    (await business.browser.ask('GET', `/api/cards/${cardId}`)).body['fundings'] as object[];
  expect(await fundingsOf(card!.cardId)).toMatchObject([
    { runId: given.body['id'], act: 'TOP_UP', change: usd(10_00), actor: expect.any(String), schedule: null },
  ]);
  expect(await fundingsOf(other!.cardId)).toMatchObject([{ runId: taken.body['id'], act: 'SET', change: usd(-30_00) }]);
});

describe('an order as a CSV text', () => {
  test('moves to each card what its line says, or the amount of the order', async () => {
    const other = await fundedBusiness(server, 1_000_00n);
    const [one, two] = await addCards(server, other, [{}, {}]);
    const csv = `Card;Amount\n0000;"$1,0.50"\n0001;`;
    const ask = (path: string, body: object) => other.browser.ask('POST', `/api/card-funding/${path}`, { body });
    const order = { act: 'FUND', amount: 25_00 };
    expect(await ask('preview', { ...order, csv })).toMatchObject({
      status: 400,
      body: { Code: 'VALIDATION', Fields: [{ Field: 'csv.2.amount', Problem: 'format' }] },
    });
    expect(await ask('preview', { ...order, csv: 'card\n0000\n0000' })).toMatchObject({
      status: 400,
      body: { Code: 'VALIDATION', Fields: [{ Field: 'csv', Problem: 'format' }] },
    });
    const right = { ...order, csv: csv.replace('$1,0.50', '$100.50') };
    const shown = await ask('preview', right);
    expect(shown.body).toMatchObject({ total: usd(125_50), cardsChanged: 2 });
    const sent = { ...right, basis: shown.body['basis'], idempotencyKey: newId() };
    const done = await ask('runs', sent);
    expect(done).toMatchObject({ status: 200, body: { outcome: 'DONE', total: usd(125_50) } });
    expect([await available(one!.wallet), await available(two!.wallet)]).toEqual([100_50, 25_00]);
    // Four digits do not name a card that has been closed since.
    await server.context.db.updateTable('card').set({ status: 'CLOSED' }).where('id', '=', one!.cardId).execute();
    expect(await ask('runs', sent)).toMatchObject({ status: 200, body: done.body });
    expect(await ask('runs', { ...sent, amount: 30_00 })).toMatchObject({ body: { Code: 'IDEMPOTENCY_KEY_REUSED' } });
    expect(await available(two!.wallet)).toBe(25_00);
  });

  test.each([
    ['without its column', 'last4,amount\n0000,5', [{ Field: 'csv', Problem: 'format' }]],
    ['without a line', 'card,amount', [{ Field: 'csv', Problem: 'missing' }]],
    [
      'with cards that nobody has',
      'card,amount\n9998,5\n9999,5',
      [
        { Field: 'csv.2.card', Problem: 'unknown' },
        { Field: 'csv.3.card', Problem: 'unknown' },
      ],
    ],
    ['without cards', undefined, [{ Field: 'cards', Problem: 'missing' }]],
  ])('%s is refused', async (_what, csv, fields) => {
    expect(await preview({ act: 'FUND', amount: null, csv })).toMatchObject({ status: 400, body: { Fields: fields } });
  });

  test.each([
    ['preview', {}],
    ['runs', { basis: '0'.repeat(32), idempotencyKey: newId() }],
  ])('beside cards is refused by %s', async (path, rest) => {
    const body = { act: 'FUND', amount: 5_00, cards: [{ cardId: newId() }], csv: 'card\n0000', ...rest };
    expect(await business.browser.ask('POST', `/api/card-funding/${path}`, { body })).toMatchObject({
      status: 400,
      body: { Code: 'VALIDATION', Fields: [{ Field: 'csv', Problem: 'format' }] },
    });
  });
});
