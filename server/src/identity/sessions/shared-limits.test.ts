import { api } from '@florin/contract/api';
import type { Endpoint, Success } from '@florin/contract/endpoint';
import type { CanIBuy, mySpendLimits } from '@florin/contract/cards/spend-limits';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authorize } from '../../core/transactions/authorize.ts';
import { newId } from '../../db/ids.ts';
import { addPolicy } from '../../testing/cards/active-policy.ts';
import { administratorOf } from '../../testing/administrator.ts';
import type { TestBrowser } from '../../testing/browser.ts';
import { addCard, addCardBusiness, addCardholder, type CardBusiness } from '../../testing/cards/card-business.ts';
import { addPerson } from '../../testing/person.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { addWallet, fundBusiness, purchase } from '../../testing/cards/spending.ts';

/** Of the group a month: what it is, what a colleague uses of it, what is left, and what a purchase of $850 lacks. */
const limit = 911_37;
const used = 73_19;
const tooMuch = 850_00;
const figures = [limit, used, limit - used, tooMuch - (limit - used)];

let server: TestServer;
let business: CardBusiness;
let colleague: string;
/** For the parameters of addresses. */
const ids: string[] = [];

const buy = (cardId: string, amount: number) =>
  authorize(server.context, purchase(cardId, amount, { at: server.clock.now() }));

beforeAll(async () => {
  server = await startTestServer();
  const { db, clock } = server.context;
  business = await addCardBusiness(server);
  const { businessId, membershipId, cardId, holder } = business;
  const { business_available: from } = await fundBusiness(db, businessId, 90_000_00);
  // Cards with money of their own: no figure but the limits' is shared.
  await db
    .updateTable('business')
    .set({ use_business_balance_for_auths: false })
    .where('id', '=', businessId)
    .execute();
  const other = await addCardholder(server, businessId);
  ({ cardId: colleague } = await addCard(server, { businessId, membershipId: other.membershipId }));
  const { cardId: second } = await addCard(server, { businessId, membershipId });
  for (const card of [cardId, colleague, second]) await addWallet(db, { businessId, cardId: card, from }, 9_000_00);
  const groupId = newId();
  await db
    .insertInto('card_group')
    .values({ id: groupId, business_id: businessId, name: 'Field team', created_at: clock.now() })
    .execute();
  for (const chain_id of [cardId, colleague])
    await db.insertInto('card_group_member').values({ group_id: groupId, chain_id }).execute();
  await addPolicy(db, { businessId, layer: 'GROUP', groupId }, [
    { kind: 'amount', period: 'month', limit, of: 'group' },
    { kind: 'amount', period: 'month', limit: 4_000_00 },
  ]);
  await addPolicy(db, { businessId, layer: 'BUSINESS' }, [
    { kind: 'count', period: 'year', limit: 1234, of: 'business' },
    { kind: 'amount', period: 'lifetime', limit: 80_000_00, of: 'business', group: 'GROCERIES' },
  ]);
  await buy(colleague, used);
  const declined = await buy(cardId, tooMuch);
  expect(declined).toMatchObject({ outcome: 'DECLINED', code: 'limit_month' });
  const until = new Date(clock.now().getTime() + 86_400_000).toISOString();
  const request = await holder.ask('POST', '/api/my-requests', {
    body: {
      kind: 'LIMIT', cardId, amount: 100_00, period: 'MONTH', until, purpose: 'Parts',
      declinedTransactionId: declined.transactionId, idempotencyKey: newId(),
    },
  }); // prettier-ignore
  expect(request).toMatchObject({ status: 201 });
  ids.push(cardId, String(request.body['id']), declined.transactionId!);
});
afterAll(() => server.close());

/** The stream is held open; it names what has changed, and no figure (events.test.ts). */
const reading = (Object.entries(api) as [string, Endpoint][]).filter(
  ([name, { method, access }]) => method === 'GET' && [access].flat().includes('session') && name !== 'events',
);
const queries: Record<string, (cardId: string) => string> = {
  cardsSpendLeft: (cardId) => `cards=${cardId}`,
  myBalances: (cardId) => `cardId=${cardId}`,
  myBalanceEntries: (cardId) => `cardId=${cardId}&figure=POSTED`,
  mySuggestedMerchants: () => 'text=Cedar',
};
const questions = [10_00, tooMuch, 5_000_00];

/** What a person is answered by every call that reads, and to questions, without moments. */
async function answersTo(browser: TestBrowser): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  const look = async (name: string, method: 'GET' | 'POST', path: string, body?: object) => {
    const { status, body: answer } = await browser.ask(method, path, body && { body });
    const text = JSON.stringify(answer, (key, value: unknown) => (key === 'CorrelationId' ? null : value));
    const still = text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'then').replaceAll(/Seconds":\d+/g, 'Seconds":0');
    answers.set(`${name} ${path}`, `${status} ${still}`);
  };
  for (const [name, { path }] of reading)
    for (const id of path.includes('{') ? ids : ['']) {
      const query = queries[name];
      await look(name, 'GET', path.replace(/\{\w+\}/, id) + (query === undefined ? '' : `?${query(business.cardId)}`));
    }
  for (const amount of questions) {
    const body = { cardId: business.cardId, amount, mcc: 5411 };
    await look('canIBuy', 'POST', `/api/can-i-buy?${amount}`, body);
  }
  return answers;
}

/** The calls that told a figure of the limit. */
const telling = (answers: ReadonlyMap<string, string>): string[] => [
  ...new Set(
    [...answers].flatMap(([name, text]) =>
      figures.some((figure) => new RegExp(`\\b${figure}\\b`).test(text)) ? [name.split(' ')[0]!] : [],
    ),
  ),
];

test('administrators who see purchases see what is left of a shared limit', async () => {
  expect(telling(await answersTo(business.administrator))).toEqual(
    expect.arrayContaining(['cardSpendLimits', 'canIBuy', 'transaction']),
  );
});

test('no answer tells a cardholder what others have used of a shared limit, nor changes when they buy', async () => {
  const before = await answersTo(business.holder);
  expect(telling(before)).toEqual([]);
  expect(before.get('myTransaction /api/my-transactions/' + ids[2])).toContain('"shared":{"of":"group"');
  expect((await buy(colleague, 21_00)).outcome).toBe('APPROVED');
  const after = await answersTo(business.holder);
  expect([...after].filter(([name, text]) => before.get(name) !== text)).toEqual([]);
});

test('nor an administrator who may not see purchases', async () => {
  const person = await addPerson(server, { accounts: [] });
  const browser = await administratorOf(server, business.businessId, person);
  await server.context.db
    .updateTable('membership')
    .set({ flags_withheld: ['VIEW_CARD_TRANSACTIONS'] })
    .where('person_id', '=', person.id)
    .execute();
  const answers = await answersTo(browser);
  expect(answers.get(`cardSpendLimits /api/cards/${ids[0]}/spend-limits`)).toContain('"shared":[{"of":"business"');
  // The rules themselves are administrators' to read.
  expect(telling(answers)).toEqual(['spendPolicies']);
});

const limitsOf = async (): Promise<Success<typeof mySpendLimits>['body']['cards'][number]> => {
  const { body } = await business.holder.ask('GET', '/api/my-spend-limits');
  const { cards } = body as unknown as Success<typeof mySpendLimits>['body'];
  return cards.find(({ card }) => card.cardId === business.cardId)!;
};
const can = async (amount: number) => {
  const { body } = await business.holder.ask('POST', '/api/can-i-buy', {
    body: { cardId: business.cardId, amount, mcc: 5411 },
  });
  return body as unknown as CanIBuy;
};

test('a cardholder is told that a shared limit applies, that it stands in the way, and that it is used up', async () => {
  const shared = { of: 'group', unit: 'AMOUNT', period: 'month', group: null, usedUp: false };
  const limits = await limitsOf();
  expect(limits).toMatchObject({
    leftToSpend: { amount: { amount: 4_000_00 }, binding: { by: 'LIMIT', limit: 0 } },
    limits: [{ period: 'month', limit: 4_000_00 }],
    shared: [{ of: 'business', unit: 'COUNT' }, { of: 'business', group: { key: 'GROCERIES' } }, shared],
  });
  expect(limits.rules.map(({ layer }) => layer)).toEqual(['PROGRAM', 'GROUP']);

  expect(await can(10_00)).toMatchObject({ answer: 'YES', shared: [] });
  const no = { answer: 'NO', code: 'limit_month', amount: { amount: 0 }, binding: null, also: [], shared: [shared] };
  expect(await can(tooMuch)).toMatchObject({ ...no, help: [{ kind: 'OTHER_CARD', amount: { amount: 9_000_00 } }] });
  // With the own limit above it, and in the way as well.
  expect(await can(5_000_00)).toMatchObject({ ...no, also: [{ room: { amount: 4_000_00 } }] });

  expect((await buy(colleague, limit - used - 21_00)).outcome).toBe('APPROVED');
  expect(await limitsOf()).toMatchObject({
    leftToSpend: { amount: { amount: 0 }, binding: { by: 'SHARED', limit: null } },
    shared: [{}, {}, { ...shared, usedUp: true }],
  });
  expect(await can(1)).toMatchObject({ ...no, shared: [{ ...shared, usedUp: true }] });
});
