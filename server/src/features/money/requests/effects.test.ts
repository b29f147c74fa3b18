import type { DeclineCode } from '@florin/contract/cards/decline-codes';
import { categoryGroups, categoryName } from '@florin/contract/cards/policies/merchant-categories';
import type { Rule } from '@florin/contract/cards/policies/spend-rules';
import { amountAtMost } from '@florin/contract/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bySystem, freezeCard, lockCard, type CardChanger } from '../../../core/cards/states.ts';
import { authorize } from '../../../core/transactions/authorize.ts';
import { programOfCard } from '../../../core/policies/versions.ts';
import { limitCard } from '../../../core/policies/card-limit.ts';
import { newId } from '../../../db/ids.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { administratorOf } from '../../../testing/administrator.ts';
import { outbox, sentMessages } from '../../../testing/browser.ts';
import { purchase as buying } from '../../../testing/cards/spending.ts';
import {
  addCardholder,
  addCards,
  fundedBusiness,
  type FundedBusiness,
} from '../../../testing/money/funded-business.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';

let server: TestServer;
let business: FundedBusiness;
type Cardholder = Awaited<ReturnType<typeof addCardholder>>;
let holder: Cardholder;
/** Calls of one person are limited in number. */
let another: Cardholder;
beforeAll(async () => {
  server = await startTestServer();
  business = await fundedBusiness(server, 1_000_00n);
  holder = await addCardholder(server, business);
  another = await addCardholder(server, business);
});
afterAll(() => server.close());

const newCard = async (of = holder) =>
  (await addCards(server, business, [{ holder: of.membershipId, balance: 0n }]))[0]!.cardId;
const ask = async (body: object, by = holder) => {
  const made = await by.browser.ask('POST', '/api/my-requests', {
    body: { purpose: 'Trade show', idempotencyKey: newId(), ...body },
  });
  expect(made).toMatchObject({ status: 201 });
  return String(made.body['id']);
};
const approve = (id: string, body: object = {}) =>
  business.browser.ask('POST', `/api/requests/${id}/approve`, { body: { idempotencyKey: newId(), ...body } });
const statusOf = async (id: string) => (await holder.browser.ask('GET', `/api/my-requests/${id}`)).body['status'];
const inDays = (days: number) => new Date(server.clock.now().getTime() + days * 86_400_000).toISOString();

const documentsOf = async (chainId: string, layer: 'CARD' | 'OVERRIDE') =>
  server.context.db
    .selectFrom('spend_policy')
    .innerJoin('spend_policy_version', 'policy_id', 'spend_policy.id')
    .select(['document', 'valid_until', 'state'])
    .where('chain_id', '=', chainId)
    .where('layer', '=', layer)
    .execute();

async function limit(cardId: string, rule: Rule): Promise<void> {
  const { businessId } = business;
  const name = JSON.stringify(rule).slice(0, 80);
  await inTransaction(server.context.db, (tx) =>
    limitCard(tx, { businessId, chainId: cardId, rule, name, by: null, at: server.clock.now() }),
  );
}
const dayLimitsAt = async (cardId: string, at: number) =>
  (await programOfCard(server.context.db, cardId, at)).rules.flatMap(({ rule }) =>
    rule.kind === 'amount' && rule.period === 'day' ? [rule.limit] : [],
  );
const usd = (amount: number) => ({ amount, currency: 'USD' });
const limitDay = (cardId: string, most: number) => limit(cardId, { kind: 'amount', period: 'day', limit: most });

test('an approved raise is an override until its end, by the amount on top of the limit', async () => {
  const cardId = await newCard();
  await limitDay(cardId, 200_00);
  const until = inDays(1);
  const id = await ask({ kind: 'LIMIT', cardId, amount: 26_40, period: 'DAY', until, countries: ['CA'] });
  expect((await business.browser.ask('GET', `/api/requests/${id}`)).body).toMatchObject({
    raises: { limit: usd(200_00), left: usd(200_00), policyName: expect.stringContaining('20000'), group: null },
    kept: [],
    earlier: { approved: 0, rejected: 0, last: null },
  });
  expect((await approve(id, { amount: 30_00 })).body).toMatchObject({
    status: 'APPROVED',
    raises: null,
    earlier: { approved: 1, rejected: 0, last: { status: 'APPROVED', by: 'Robin Example', amount: usd(30_00) } },
  });
  expect(await documentsOf(cardId, 'OVERRIDE')).toMatchObject([
    {
      state: 'ACTIVE',
      valid_until: new Date(until),
      document: {
        rules: [
          { kind: 'amount', period: 'day', limit: 230_00 },
          { kind: 'allow', field: 'country', values: ['CA'] },
        ],
      },
    },
  ]);
});

test('before a raise is approved, what would still be in the way and what stays is named', async () => {
  const asker = await addCardholder(server, business);
  const [card] = await addCards(server, business, [{ holder: asker.membershipId, balance: 500_00n }]);
  const { cardId } = card!;
  await limitDay(cardId, 200_00);
  const until = inDays(1);
  const seen = async (id: string) => (await business.browser.ask('GET', `/api/requests/${id}`)).body;
  const id = await ask({ kind: 'LIMIT', cardId, amount: 400_00, period: 'DAY', until }, asker);
  expect(await seen(id)).toMatchObject({ raises: { next: { left: usd(500_00), policyName: null } } });
  await limit(cardId, { kind: 'amount', period: 'purchase', limit: 80_00 });
  await limit(cardId, { kind: 'amount', period: 'week', limit: 90_00 });
  const weekly = expect.stringContaining('week');
  expect(await seen(id)).toMatchObject({
    raises: { limit: usd(200_00), next: { left: usd(90_00), policyName: weekly } },
    kept: [expect.stringContaining('purchase'), weekly],
  });
  // After a decline, other limits in the way of the purchase are raised with it.
  const declinedTransactionId = await decline(cardId, 'limit_day');
  const because = { kind: 'LIMIT', cardId, amount: 1_00, period: 'DAY', until, declinedTransactionId };
  expect(await seen(await ask(because, asker))).toMatchObject({
    raises: {
      also: [
        { limit: usd(80_00), left: usd(80_00), period: 'PURCHASE' },
        { limit: usd(90_00), left: usd(90_00), period: 'WEEK', policyName: weekly },
      ],
      next: { left: usd(500_00), policyName: null },
    },
    kept: [],
  });
  // Of an exception, what it does not lift.
  await limit(cardId, { kind: 'hours', windows: [{ weekdays: [1], from: 540, to: 1080 }] });
  const exception = { about: 'hours', value: null };
  const other = await ask({ kind: 'UNBLOCK', cardId, exception, until }, asker);
  const { kept } = await seen(other);
  expect(kept).toHaveLength(3);
  expect(kept).not.toContainEqual(expect.stringContaining('hours'));
});

test('before a raise is approved, a number of purchases that is used up is named', async () => {
  const asker = await addCardholder(server, business);
  const [card] = await addCards(server, business, [{ holder: asker.membershipId, balance: 500_00n }]);
  const { cardId } = card!;
  await limitDay(cardId, 60_00);
  await limit(cardId, { kind: 'count', period: 'week', limit: 2 });
  const declinedTransactionId = await decline(cardId, 'limit_day');
  const id = await ask(
    { kind: 'LIMIT', cardId, amount: 40_00, period: 'DAY', until: inDays(1), declinedTransactionId },
    asker,
  );
  const usedUp = async () => {
    const { raises } = (await business.browser.ask('GET', `/api/requests/${id}`)).body as {
      raises: { usedUp: object[] };
    };
    return raises.usedUp;
  };
  for (const expected of [[], [{ purchases: 2, period: 'WEEK', policyName: expect.any(String), group: null }]]) {
    await authorize(server.context, buying(cardId, 1_00, { at: server.clock.now() }));
    expect(await usedUp()).toEqual(expected);
  }
});

test('a second raise adds to the limit that stands, and the approver may end it earlier', async () => {
  const cardId = await newCard();
  await limitDay(cardId, 100_00);
  for (const amount of [10_00, 5_00]) {
    const id = await ask({ kind: 'LIMIT', cardId, amount, period: 'DAY', until: inDays(5) });
    const sooner = inDays(2);
    expect((await approve(id, { until: sooner })).body).toMatchObject({ decision: { until: sooner } });
  }
  const limits = (await documentsOf(cardId, 'OVERRIDE')).map(({ document }) => document.rules[0]);
  expect(limits).toMatchObject([{ limit: 110_00 }, { limit: 115_00 }]);
  const { rules } = await programOfCard(server.context.db, cardId, server.clock.now().getTime());
  const standing = rules.filter(({ rule }) => rule.kind === 'amount' && rule.period === 'day');
  expect(standing).toMatchObject([{ layer: 'OVERRIDE', rule: { limit: 115_00 } }]);
});

test('what was raised since a request is said before its approval adds to it', async () => {
  const asker = await addCardholder(server, business);
  const [card] = await addCards(server, business, [{ holder: asker.membershipId, balance: 500_00n }]);
  const { cardId } = card!;
  await limitDay(cardId, 60_00);
  const made: string[] = [];
  for (const until of [inDays(1), inDays(5)]) {
    const declinedTransactionId = await decline(cardId, 'limit_day');
    made.push(await ask({ kind: 'LIMIT', cardId, amount: 26_40, period: 'DAY', until, declinedTransactionId }, asker));
  }
  const [one, longer] = made as [string, string];
  const raisesOf = async (id: string) => (await business.browser.ask('GET', `/api/requests/${id}`)).body['raises'];
  expect(await raisesOf(one)).toMatchObject({ since: usd(0), allowedNow: false });
  server.clock.advance(1);
  expect(await approve(one)).toMatchObject({ status: 200, body: { raised: { limits: [{ limit: usd(86_40) }] } } });
  expect(await raisesOf(longer)).toMatchObject({ since: usd(26_40), allowedNow: true });
  expect(await approve(longer)).toMatchObject({ status: 200, body: { raised: { limits: [{ limit: usd(112_80) }] } } });
  // The shorter raise has ended.
  expect(await dayLimitsAt(cardId, Date.parse(inDays(3)))).toEqual([112_80]);
});

test('of two approvals at once, the second raises what the first has set', async () => {
  const asker = await addCardholder(server, business);
  const cardId = await newCard(asker);
  await limitDay(cardId, 100_00);
  const made: string[] = [];
  for (const amount of [50_00, 70_00])
    made.push(await ask({ kind: 'LIMIT', cardId, amount, period: 'DAY', until: inDays(1) }, asker));
  const other = await administratorOf(server, business.businessId);
  const answers = await Promise.all(
    [business.browser, other].map((browser, n) =>
      browser.ask('POST', `/api/requests/${made[n]!}/approve`, { body: { idempotencyKey: newId() } }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await dayLimitsAt(cardId, server.clock.now().getTime())).toEqual([220_00]);
});

test('a raise above the limit of a longer period is made, and that limit binds', async () => {
  const asker = await addCardholder(server, business);
  const cardId = await newCard(asker);
  await limitDay(cardId, 60_00);
  await limit(cardId, { kind: 'amount', period: 'month', limit: 70_00 });
  const declinedTransactionId = await decline(cardId, 'limit_day');
  const id = await ask(
    { kind: 'LIMIT', cardId, amount: 100_00, period: 'DAY', until: inDays(1), declinedTransactionId },
    asker,
  );
  expect(await approve(id)).toMatchObject({ status: 200, body: { status: 'APPROVED' } });
  expect(await dayLimitsAt(cardId, server.clock.now().getTime())).toEqual([160_00]);
});

test('a raise after a decline raises the limits on its category, too, and none more than it takes', async () => {
  const [card] = await addCards(server, business, [{ holder: holder.membershipId, balance: 500_00n }]);
  const { cardId } = card!;
  const each = { kind: 'amount', period: 'purchase' } as const;
  const restaurants = { ...each, group: 'RESTAURANTS' };
  await limit(cardId, { ...each, limit: 175_00 });
  await limit(cardId, { ...restaurants, limit: 150_00 });
  await limit(cardId, { ...each, group: 'GROCERIES', limit: 20_00 });
  const declinedTransactionId = await decline(cardId, 'limit_transaction');
  const wanted = { kind: 'LIMIT', cardId, amount: 30_00, period: 'PURCHASE', until: inDays(1) };
  expect(await approve(await ask({ ...wanted, declinedTransactionId }))).toMatchObject({ status: 200 });
  const rules = async () => (await documentsOf(cardId, 'OVERRIDE')).map(({ document }) => document.rules);
  expect(await rules()).toEqual([
    [
      { ...restaurants, limit: 180_00 },
      { ...each, limit: 180_00 },
    ],
  ]);
  const canI = async (amount: number) =>
    (await holder.browser.ask('POST', '/api/can-i-buy', { body: { cardId, amount, mcc: 5812 } })).body['answer'];
  expect([await canI(180_00), await canI(180_01)]).toEqual(['YES', 'PARTLY']);
  // Without a purchase, it is about purchases of every kind.
  expect(await approve(await ask({ ...wanted, amount: 5_00 }))).toMatchObject({ status: 200 });
  expect((await rules())[1]).toEqual([{ ...each, limit: 185_00 }]);
});

test('an approval after a decline raises every limit in the way of the purchase, by what it takes', async () => {
  const [card] = await addCards(server, business, [{ holder: another.membershipId, balance: 500_00n }]);
  const { cardId } = card!;
  const of = (period: 'purchase' | 'day' | 'week' | 'month', most: number, group?: string) =>
    ({ kind: 'amount', period, limit: most, ...(group && { group }) }) as const;
  for (const rule of [of('purchase', 60_00), of('day', 80_00), of('week', 70_00, 'RESTAURANTS'), of('month', 90_00)])
    await limit(cardId, rule);
  await limit(cardId, of('day', 20_00, 'GROCERIES'));
  const declinedTransactionId = await decline(cardId, 'limit_transaction');
  const body = { kind: 'LIMIT', cardId, amount: 26_40, period: 'PURCHASE', until: inDays(1), declinedTransactionId };
  const first = await ask(body, another);
  expect((await another.browser.ask('GET', `/api/my-requests/${first}`)).body).toMatchObject({ raised: null });
  expect(await approve(first)).toMatchObject({ status: 200 });
  const [made] = await documentsOf(cardId, 'OVERRIDE');
  expect(made!.document.rules).toEqual([of('purchase', 86_40), of('week', 86_40, 'RESTAURANTS'), of('day', 86_40)]);
  const canI = async (amount: number) =>
    (await another.browser.ask('POST', '/api/can-i-buy', { body: { cardId, amount, mcc: 5812 } })).body['answer'];
  expect([await canI(86_40), await canI(86_41)]).toEqual(['YES', 'PARTLY']);
  // The record of the decision lists every limit that it raised.
  const raised = {
    until: body.until,
    limits: [
      { limit: usd(86_40), period: 'PURCHASE', group: null },
      { limit: usd(86_40), period: 'WEEK', group: categoryGroups.find(({ key }) => key === 'RESTAURANTS')!.name },
      { limit: usd(86_40), period: 'DAY', group: null },
    ],
  };
  expect((await business.browser.ask('GET', `/api/requests/${first}`)).body).toMatchObject({ raised });
  expect((await another.browser.ask('GET', `/api/my-requests/${first}`)).body).toMatchObject({ raised });
  // Less than was missing raises nothing else by more than that.
  const next = { ...body, amount: 10_00, declinedTransactionId: await decline(cardId, 'limit_transaction') };
  expect(await approve(await ask(next, another))).toMatchObject({ status: 200 });
  expect((await documentsOf(cardId, 'OVERRIDE'))[1]!.document.rules).toEqual([of('purchase', 96_40)]);
});

test('a raise of a limit that is passed already leaves what was asked for', async () => {
  const [card] = await addCards(server, business, [{ holder: another.membershipId, balance: 500_00n }]);
  const { cardId } = card!;
  const asked = buying(cardId, 150_00, { at: server.clock.now() });
  expect((await authorize(server.context, asked)).outcome).toBe('APPROVED');
  await limitDay(cardId, 100_00);
  const id = await ask({ kind: 'LIMIT', cardId, amount: 80_00, period: 'DAY', until: inDays(1) }, another);
  expect((await business.browser.ask('GET', `/api/requests/${id}`)).body).toMatchObject({
    raises: { limit: { amount: 100_00 }, left: { amount: -50_00 } },
  });
  expect(await approve(id)).toMatchObject({ status: 200 });
  const canI = async (amount: number) =>
    (await another.browser.ask('POST', '/api/can-i-buy', { body: { cardId, amount } })).body['answer'];
  expect([await canI(80_00), await canI(80_01)]).toEqual(['YES', 'PARTLY']);
});

test('a raise on top of one that ends before it says what the limit is after both', async () => {
  const cardId = await newCard(another);
  await limitDay(cardId, 200_00);
  const body = { kind: 'LIMIT', cardId, amount: 39_62, period: 'DAY' };
  expect(await approve(await ask({ ...body, until: inDays(1) }, another))).toMatchObject({ status: 200 });
  const seen = async (days: number) =>
    (await business.browser.ask('GET', `/api/requests/${await ask({ ...body, until: inDays(days) }, another)}`)).body;
  expect(await seen(2)).toMatchObject({
    raises: { limit: usd(239_62), again: usd(200_00), policyName: expect.stringContaining('20000') },
  });
  expect(await seen(0.5)).toMatchObject({ raises: { limit: usd(239_62), again: usd(239_62) } });
});

test('a holder reads until when a limit is raised, and what it is then', async () => {
  const asker = await addCardholder(server, business);
  const cardId = await newCard(asker);
  await limitDay(cardId, 60_00);
  await limit(cardId, { kind: 'amount', period: 'month', limit: 900_00 });
  const until = inDays(3);
  await approve(await ask({ kind: 'LIMIT', cardId, amount: 60_00, period: 'DAY', until }, asker));
  const { body } = await asker.browser.ask('GET', '/api/my-spend-limits');
  const [{ limits }] = body['cards'] as [{ limits: { period: string }[] }];
  expect(limits.find(({ period }) => period === 'day')).toMatchObject({ limit: 120_00, until, again: 60_00 });
  expect(limits.find(({ period }) => period === 'month')).toMatchObject({ until: null, again: null });
});

test('a request names no purchase of another card', async () => {
  const asker = await addCardholder(server, business);
  const body = {
    kind: 'LIMIT',
    cardId: await newCard(asker),
    amount: 1,
    period: 'DAY',
    until: inDays(1),
    purpose: 'Lunch',
  };
  const foreign = await decline(await newCard(), 'limit_day');
  for (const declinedTransactionId of [foreign, newId()])
    expect(
      await asker.browser.ask('POST', '/api/my-requests', {
        body: { ...body, declinedTransactionId, idempotencyKey: newId() },
      }),
    ).toMatchObject({ status: 400, body: { Fields: [{ Field: 'declinedTransactionId', Problem: 'unknown' }] } });
});

test('a declined purchase is reason enough to ask, not for the end of a freeze', async () => {
  const asker = await addCardholder(server, business);
  const cardId = await newCard(asker);
  await limitDay(cardId, 200_00);
  const declinedTransactionId = await decline(cardId, 'limit_day');
  const send = async (body: object) =>
    asker.browser.ask('POST', '/api/my-requests', { body: { cardId, idempotencyKey: newId(), ...body } });
  const limitOf = { kind: 'LIMIT', amount: 26_40, period: 'DAY', until: inDays(1) };
  const missing = { status: 400, body: { Fields: [{ Field: 'purpose', Problem: 'missing' }] } };
  expect(await send(limitOf)).toMatchObject(missing);
  expect(await send({ kind: 'UNBLOCK', declinedTransactionId })).toMatchObject(missing);
  const { status, body } = await send({ ...limitOf, declinedTransactionId, purpose: '' });
  expect([status, body['purpose']]).toEqual([201, null]);
  await sentMessages(server);
  const mails = (await outbox(server)).filter(({ text }) => text.includes(String(body['id'])));
  const text = / asks for .*ET\.\n\nA purchase at Trattoria Lucca was declined\.\n\nDecide it here:/;
  expect(mails.map((mail) => mail.text)).toContainEqual(expect.stringMatching(text));
  expect(await approve(String(body['id']))).toMatchObject({ status: 200, body: { purpose: null } });
});

test('a raise ends within a year, as it is asked for and as it is approved', async () => {
  const cardId = await newCard();
  const body = { kind: 'LIMIT', cardId, amount: 1, period: 'DAY', purpose: 'Trade show', idempotencyKey: newId() };
  const tooLong = { Code: 'VALIDATION', Fields: [{ Field: 'until', Problem: 'tooLong' }] };
  const asked = await holder.browser.ask('POST', '/api/my-requests', { body: { ...body, until: inDays(400) } });
  expect(asked).toMatchObject({ status: 400, body: tooLong });
  const id = await ask({ ...body, until: inDays(1) });
  expect(await approve(id, { until: inDays(400) })).toMatchObject({ status: 400, body: tooLong });
});

test('neither a request nor its approval is above the largest amount', async () => {
  const cardId = await newCard(another);
  const body = { kind: 'LIMIT', cardId, amount: 1, period: 'DAY', until: inDays(1), purpose: 'Trade show' };
  const tooLarge = { status: 400, body: { Fields: [{ Field: 'amount', Problem: 'tooLong' }] } };
  const asked = await another.browser.ask('POST', '/api/my-requests', {
    body: { ...body, amount: amountAtMost + 1, idempotencyKey: newId() },
  });
  expect(asked).toMatchObject(tooLarge);
  expect(await approve(await ask(body, another), { amount: amountAtMost + 1 })).toMatchObject(tooLarge);
});

test('a raise reaches the largest limit at most, and every page shows it', async () => {
  const cardId = await newCard(another);
  await limitDay(cardId, amountAtMost - 1_00);
  const id = await ask({ kind: 'LIMIT', cardId, amount: amountAtMost, period: 'DAY', until: inDays(1) }, another);
  expect((await approve(id)).body['status']).toBe('APPROVED');
  expect((await documentsOf(cardId, 'OVERRIDE'))[0]!.document.rules).toMatchObject([{ limit: amountAtMost }]);
  for (const path of ['/api/spend-overrides', '/api/spend-policies', `/api/cards/${cardId}/spend-limits`])
    expect([path, (await business.browser.ask('GET', path)).status]).toEqual([path, 200]);
  expect((await another.browser.ask('GET', '/api/my-spend-limits')).status).toBe(200);
});

test('two approvals with one key each move their money, once', async () => {
  const idempotencyKey = newId();
  const cardId = await newCard(another);
  for (const amount of [1_00, 2_00]) {
    const id = await ask({ kind: 'FUNDING', cardId, amount }, another);
    expect((await approve(id, { idempotencyKey })).body).toMatchObject({ status: 'APPROVED' });
    expect((await approve(id, { idempotencyKey })).body).toMatchObject({ status: 'APPROVED' });
  }
  const { available_balance: available } = await server.context.db
    .selectFrom('financial_account')
    .select('available_balance')
    .where('card_id', '=', cardId)
    .executeTakeFirstOrThrow();
  expect(available).toBe(3_00n);
});

/** A purchase that was declined with the card. */
async function decline(cardId: string, code: DeclineCode, of = business): Promise<string> {
  const { db, clock } = server.context;
  const id = newId();
  await db
    .insertInto('card_transaction')
    .values({
      id,
      reference: id,
      business_id: of.businessId,
      card_id: cardId,
      account_id: null,
      at: clock.now(),
      status: 'DECLINED',
      requested: 86_40n,
      amount: 86_40n,
      currency: 'USD',
      merchant_amount: null,
      merchant_currency: null,
      mcc: 5812,
      merchant_id: 'm-1',
      merchant: 'Trattoria Lucca',
      city: null,
      state: null,
      country: 'IT',
      presence: 'PRESENT',
      decline_code: code,
      hold_until: null,
      hold_reason: null,
    })
    .execute();
  return id;
}

test.each([
  ['mcc_not_allowed', { kind: 'allow', field: 'mcc', values: ['5812'] }],
  ['merchant_not_allowed', { kind: 'allow', field: 'merchant', values: ['m-1'] }],
  ['international_off', { kind: 'allow', field: 'country', values: ['IT'] }],
  ['time_window', { kind: 'hours' }],
] as const)('after %s, an approved unblock allows such purchases until its end', async (code, rule) => {
  const cardId = await newCard();
  const until = inDays(1);
  const declinedTransactionId = await decline(cardId, code);
  const id = await ask({ kind: 'UNBLOCK', cardId, declinedTransactionId, until });
  const seen = await business.browser.ask('GET', `/api/requests/${id}`);
  expect(seen.body).toMatchObject({ declined: { merchant: 'Trattoria Lucca', code, amount: { amount: 86_40 } } });
  await approve(id);
  expect(await statusOf(id)).toBe('APPROVED');
  expect(await documentsOf(cardId, 'OVERRIDE')).toMatchObject([
    { valid_until: new Date(until), document: { rules: [rule] } },
  ]);
});

test('an exception can be asked for before anything was declined, for exactly what the administrator reads', async () => {
  const cardId = await newCard(another);
  const until = inDays(1);
  const exception = { about: 'group', value: 'RESTAURANTS' };
  const id = await ask({ kind: 'UNBLOCK', cardId, exception, until }, another);
  const seen = await business.browser.ask('GET', `/api/requests/${id}`);
  expect(seen.body).toMatchObject({ declined: null, exception: { about: 'group', value: 'Restaurants and bars' } });
  expect(await approve(id)).toMatchObject({ status: 200 });
  expect(await documentsOf(cardId, 'OVERRIDE')).toMatchObject([
    { valid_until: new Date(until), document: { rules: [{ kind: 'allow', field: 'group', values: ['RESTAURANTS'] }] } },
  ]);

  const refused = async (body: object) => {
    const asked = { kind: 'UNBLOCK', cardId, purpose: 'Trade show', idempotencyKey: newId(), ...body };
    return (await another.browser.ask('POST', '/api/my-requests', { body: asked })).body['Fields'];
  };
  const wrong = [{ Field: 'exception', Problem: 'format' }];
  for (const [about, value] of [
    ['merchant', 'Tratt*'],
    ['mcc', 'food'],
    ['group', 'NOBODYS'],
    ['hours', 'all'],
    ['country', null],
  ])
    expect(await refused({ until, exception: { about, value } })).toEqual(wrong);
  expect(await refused({ exception })).toEqual([{ Field: 'until', Problem: 'missing' }]);
  const declinedTransactionId = await decline(cardId, 'mcc_not_allowed');
  expect(await refused({ until, exception, declinedTransactionId })).toEqual([
    { Field: 'exception', Problem: 'unknown' },
  ]);
});

test('a request about hours says when the card works, on both pages and in both mails', async () => {
  const asker = await addCardholder(server, business);
  const cardId = await newCard(asker);
  const windows = [{ weekdays: [1, 2, 3, 4, 5], from: 540, to: 1080 }];
  await limit(cardId, { kind: 'hours', windows });
  const declinedTransactionId = await decline(cardId, 'time_window');
  const hours = { windows, timeZone: 'America/New_York' };
  const reason = 'This card works Monday to Friday, 9 AM to 6 PM Eastern.';
  const id = await ask({ kind: 'UNBLOCK', cardId, declinedTransactionId, until: inDays(1) }, asker);
  const before = await ask(
    { kind: 'UNBLOCK', cardId, exception: { about: 'hours', value: null }, until: inDays(1) },
    asker,
  );
  for (const each of [id, before]) {
    expect((await asker.browser.ask('GET', `/api/my-requests/${each}`)).body).toMatchObject({ hours });
    expect((await business.browser.ask('GET', `/api/requests/${each}`)).body).toMatchObject({ hours });
  }
  expect(await approve(id)).toMatchObject({ status: 200, body: { hours } });
  await sentMessages(server);
  const mails = async (who: { id: string }) =>
    (await outbox(server)).filter(
      ({ recipient, text }) => recipient === `${who.id}@people.example` && text.includes(reason),
    ).length;
  expect([await mails(business.person), await mails(asker.person)]).toEqual([2, 1]);
  const other = await ask({ kind: 'FUNDING', cardId, amount: 1_00 }, asker);
  expect((await business.browser.ask('GET', `/api/requests/${other}`)).body).toMatchObject({ hours: null });
});

test('a request about hours says when the card works by all of its rules', async () => {
  const asker = await addCardholder(server, business);
  const cardId = await newCard(asker);
  const week = [1, 2, 3, 4, 5];
  await limit(cardId, { kind: 'hours', windows: [{ weekdays: week, from: 540, to: 1080 }] });
  await limit(cardId, { kind: 'hours', windows: [{ weekdays: [0, 1, 2, 3, 4, 5, 6], from: 420, to: 720 }] });
  // It does not hold for this purchase.
  const exempt = ['RESTAURANTS'];
  await limit(cardId, { kind: 'hours', windows: [{ weekdays: [1], from: 600, to: 660 }], exempt });
  const declinedTransactionId = await decline(cardId, 'time_window');
  const id = await ask({ kind: 'UNBLOCK', cardId, declinedTransactionId, until: inDays(1) }, asker);
  const hours = { windows: [{ weekdays: week, from: 540, to: 720 }], timeZone: 'America/New_York' };
  expect((await business.browser.ask('GET', `/api/requests/${id}`)).body).toMatchObject({ hours });
});

test('where administrators may not see what cards are used for, they see what is to be allowed, and nothing else of the purchase', async () => {
  const hidden = await fundedBusiness(server);
  const asker = await addCardholder(server, hidden);
  const { db } = server.context;
  await db
    .updateTable('business')
    .set({ allow_admin_view_card_usage: false })
    .where('id', '=', hidden.businessId)
    .execute();
  // What a business shows is noticed within a second.
  server.clock.advance(1);
  const { cardId } = (await addCards(server, hidden, [{ holder: asker.membershipId }]))[0]!;
  const declinedTransactionId = await decline(cardId, 'mcc_not_allowed', hidden);
  const id = await ask({ kind: 'UNBLOCK', cardId, declinedTransactionId, until: inDays(1) }, asker);
  const { body: own } = await asker.browser.ask('GET', `/api/my-requests/${id}`);
  expect(own['deciders']).toHaveLength(1);
  await sentMessages(server);
  const mails = (await outbox(server)).filter(({ recipient }) => recipient === `${hidden.person.id}@people.example`);
  expect(mails.filter(({ text }) => text.includes('asks for purchases like one that was declined'))).toHaveLength(1);
  const seen = await hidden.browser.ask('GET', `/api/requests/${id}`);
  expect(seen.body).toMatchObject({
    mayDecide: true,
    declined: null,
    declinedTransactionId: null,
    exception: { about: 'mcc', value: categoryName(5812) },
  });
  const approved = await hidden.browser.ask('POST', `/api/requests/${id}/approve`, {
    body: { idempotencyKey: newId() },
  });
  expect(approved).toMatchObject({ status: 200, body: { status: 'APPROVED' } });
  expect(await documentsOf(cardId, 'OVERRIDE')).toMatchObject([
    { document: { rules: [{ kind: 'allow', field: 'mcc', values: ['5812'] }] } },
  ]);
  for (const text of [JSON.stringify([seen.body, approved.body]), ...mails.map((mail) => mail.text)])
    for (const mark of ['Trattoria Lucca', declinedTransactionId]) expect(text).not.toContain(mark);
});

test('where purchases are shown, who may not see them does not decide what allows one', async () => {
  const cardId = await newCard();
  const declinedTransactionId = await decline(cardId, 'mcc_not_allowed');
  const id = await ask({ kind: 'UNBLOCK', cardId, declinedTransactionId, until: inDays(1) });
  const without = await administratorOf(server, business.businessId);
  const membershipId = String((await without.ask('GET', '/api/user-info')).body['userId']);
  await server.context.db
    .updateTable('membership')
    .set({ flags_withheld: ['VIEW_CARD_TRANSACTIONS'] })
    .where('id', '=', membershipId)
    .execute();
  server.clock.advance(1);
  const seen = await without.ask('GET', `/api/requests/${id}`);
  expect(seen.body).toMatchObject({ mayDecide: false, declined: null, exception: null });
  const approved = await without.ask('POST', `/api/requests/${id}/approve`, { body: { idempotencyKey: newId() } });
  expect(approved.status).toBe(403);
});

test('what was declined with another card, or for its amount, cannot be unblocked', async () => {
  const cardId = await newCard();
  const asked = (declinedTransactionId: string) => ({
    body: { kind: 'UNBLOCK', cardId, declinedTransactionId, until: inDays(1), purpose: 'x', idempotencyKey: newId() },
  });
  for (const [purchase, Field] of [
    [await decline(await newCard(), 'mcc_not_allowed'), 'declinedTransactionId'],
    [await decline(cardId, 'limit_day'), 'until'],
  ] as const) {
    const refused = await holder.browser.ask('POST', '/api/my-requests', asked(purchase));
    expect(refused.body).toMatchObject({ Code: 'VALIDATION', Fields: [{ Field, Problem: 'unknown' }] });
  }
});

test('a raise of a limit that nobody has set leaves the request pending', async () => {
  const id = await ask({ kind: 'LIMIT', cardId: await newCard(), amount: 1, period: 'YEAR', until: inDays(1) });
  expect((await approve(id)).body['Code']).toBe('STEP_NOT_POSSIBLE');
  expect(await statusOf(id)).toBe('PENDING');
});

async function freeze(cardId: string, by: CardChanger): Promise<void> {
  await inTransaction(server.context.db, async (tx) => {
    const card = await lockCard(tx, cardId, null);
    await freezeCard(tx, server.context, card!, by, { reason: 'Lost for a while' });
  });
}

test('an approved unblock lifts the freeze of an administrator', async () => {
  const cardId = await newCard();
  await freeze(cardId, { ...bySystem, actor: 'ADMIN', channel: 'ADMIN' });
  const id = await ask({ kind: 'UNBLOCK', cardId });
  expect((await approve(id)).body['status']).toBe('APPROVED');
  const card = await server.context.db.selectFrom('card').select('status').where('id', '=', cardId).executeTakeFirst();
  expect(card?.status).toBe('OPEN');
});

test('a card that is not frozen cannot be unblocked', async () => {
  const body = { kind: 'UNBLOCK', cardId: await newCard(), purpose: 'Trip', idempotencyKey: newId() };
  expect((await holder.browser.ask('POST', '/api/my-requests', { body })).body['Code']).toBe('CARD_STATE');
});

test('an approved card is issued to its holder, with its limit', async () => {
  const id = await ask({ kind: 'CARD', cardName: 'Adobe', cardKind: 'VIRTUAL', amount: 120_00, period: 'MONTH' });
  const { decision } = (await approve(id, { amount: 100_00 })).body as { decision: { cardId: string } };
  const card = await server.context.db
    .selectFrom('card')
    .select(['name', 'kind', 'membership_id'])
    .where('id', '=', decision.cardId)
    .executeTakeFirst();
  expect(card).toEqual({ name: 'Adobe', kind: 'VIRTUAL', membership_id: holder.membershipId });
  expect((await documentsOf(decision.cardId, 'CARD'))[0]!.document.rules).toMatchObject([
    { kind: 'amount', period: 'month', limit: 100_00 },
  ]);
});

test('a physical card needs an address to be approved', async () => {
  const id = await ask({ kind: 'CARD', cardName: 'Fuel', cardKind: 'PHYSICAL' });
  expect((await approve(id)).body['Code']).toBe('VALIDATION');
  expect(await statusOf(id)).toBe('PENDING');
  const shipping = { recipient: 'Robin Example', line1: '1 Harbor St', city: 'Portland', state: 'ME', zip: '04101' };
  expect((await approve(id, { shipping })).body['status']).toBe('APPROVED');
});
