import type { Rule } from '@florin/contract/cards/policies/spend-rules';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../db/ids.ts';
import { administratorOf } from '../../../testing/administrator.ts';
import type { TestBrowser } from '../../../testing/browser.ts';
import { addCard, addCardBusiness } from '../../../testing/cards/card-business.ts';
import { addPerson } from '../../../testing/person.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

type Body = Record<string, unknown>;
const post = (who: TestBrowser, path: string, body: object = {}) => who.ask('POST', path, { body });
const idOf = ({ body }: { body: Body }) => String(body['id']);
const changeIn = ({ body }: { body: Body }) => (body['change'] as { id: string }).id;
const daily = (limit: number): Rule => ({ kind: 'amount', period: 'day', limit });
const conflict = (Code: string) => ({ status: 409, body: { Code } });

/** A business that wants four eyes, with two administrators and a card in a group that has a limit of $50 a day. */
async function addBusiness() {
  const business = await addCardBusiness(server);
  const { businessId, cardId } = business;
  const person = await addPerson(server, { accounts: [] });
  const author = await administratorOf(server, businessId, person);
  const second = await administratorOf(server, businessId, await addPerson(server, { accounts: [] }));
  const groupId = idOf(await post(author, '/api/card-groups', { name: 'Sales' }));
  await post(author, `/api/card-groups/${groupId}/members`, { add: [cardId] });
  const rules = [daily(50_00)];
  const policy = idOf(await post(author, '/api/spend-policies', { name: 'Sales', layer: 'GROUP', groupId, rules }));
  expect((await post(author, `/api/spend-policies/${policy}/versions/1/activate`)).status).toBe(200);
  await server.context.db.updateTable('business').set({ four_eyes: true }).where('id', '=', businessId).execute();
  const approve = (id: string) => post(second, `/api/pending-changes/${id}/decide`, { decision: 'APPROVE' });
  const update = (body: object) => author.ask('PATCH', `/api/cards/${cardId}`, { body });
  const card = async () => (await author.ask('GET', `/api/cards/${cardId}`)).body as Body & { revision: string };
  return { ...business, authorId: person.id, author, second, groupId, approve, update, card };
}

/** The author holds the card, too. */
async function holdByAuthor({ businessId, cardId, authorId }: Awaited<ReturnType<typeof addBusiness>>) {
  const { db, clock } = server.context;
  const id = newId();
  await db
    .insertInto('membership')
    .values({
      id,
      person_id: authorId,
      business_id: businessId,
      role: 'CARDHOLDER',
      status: 'OPEN',
      created_at: clock.now(),
    })
    .execute();
  await db.updateTable('card').set({ membership_id: id }).where('id', '=', cardId).execute();
}

test('a card leaves a group with rules, with all that was entered, once a second administrator has approved it', async () => {
  const { groupId, update, card, approve, author } = await addBusiness();
  const asked = await update({ groupIds: [], name: 'Lunch' });
  expect(asked).toMatchObject({
    status: 202,
    body: { change: { kind: 'CARD_UPDATE', status: 'PENDING', cardUpdate: { leaves: ['Sales'], loosens: [] } } },
  });
  expect(await card()).toMatchObject({ name: null, groups: [{ id: groupId }] });
  // The same request again finds the same change; its requester cannot approve it.
  expect(changeIn(await update({ groupIds: [], name: 'Lunch' }))).toBe(changeIn(asked));
  const own = await post(author, `/api/pending-changes/${changeIn(asked)}/decide`, { decision: 'APPROVE' });
  expect(own).toMatchObject(conflict('OWN_CHANGE'));
  expect((await approve(changeIn(asked))).status).toBe(200);
  expect(await card()).toMatchObject({ name: 'Lunch', groups: [] });
});

test.each([
  ['a name', { name: 'Lunch' }, 200],
  ['an amount lock', { controls: { amountLock: 10_00 } }, 200],
  ['a lower number of uses', { controls: { usesAtMost: 2 } }, 200],
  ['a higher number of uses', { controls: { usesAtMost: 4 } }, 202],
  ['no amount lock', { controls: { amountLock: null } }, 202],
] as const)('under four eyes, %s answers %j with %i', async (_case, body, status) => {
  const { update, cardId } = await addBusiness();
  const { db } = server.context;
  await db.updateTable('card').set({ uses_at_most: 3, amount_lock: 20_00n }).where('id', '=', cardId).execute();
  expect((await update(body)).status).toBe(status);
});

test('what has changed meanwhile is neither overwritten nor approved', async () => {
  const { update, card, approve, second, cardId } = await addBusiness();
  const { revision } = await card();
  const asked = changeIn(await update({ groupIds: [], revision }));
  expect((await second.ask('PATCH', `/api/cards/${cardId}`, { body: { name: 'Travel', revision } })).status).toBe(200);
  expect(await update({ name: 'Lunch', revision })).toMatchObject(conflict('VERSION_CONFLICT'));
  expect(await approve(asked)).toMatchObject(conflict('VERSION_CONFLICT'));
  expect(await card()).toMatchObject({ name: 'Travel', groups: [{ name: 'Sales' }] });
});

test('cards leave a group with rules together; a group without rules asks nobody', async () => {
  const { author, groupId, businessId, membershipId, cardId, approve, card } = await addBusiness();
  const { cardId: another } = await addCard(server, { businessId, membershipId });
  const members = (id: string, body: object) => post(author, `/api/card-groups/${id}/members`, body);
  expect((await members(groupId, { add: [another] })).status).toBe(200);
  const asked = await members(groupId, { remove: [cardId, another] });
  expect(asked).toMatchObject({
    status: 202,
    body: { change: { kind: 'CARD_GROUP', cardGroup: { name: 'Sales', cards: 2, last4: null } } },
  });
  expect((await approve(changeIn(asked))).status).toBe(200);
  expect(await card()).toMatchObject({ groups: [] });
  // It is in the group no longer.
  expect((await members(groupId, { remove: [another] })).status).toBe(200);
  const plain = idOf(await post(author, '/api/card-groups', { name: 'Office' }));
  await members(plain, { add: [cardId] });
  expect((await members(plain, { remove: [cardId] })).status).toBe(200);
});

test('a raise for a time begins once a second administrator has approved it; what adds rules begins at once', async () => {
  const { author, cardId, approve, second } = await addBusiness();
  const until = new Date(server.clock.now().getTime() + 3 * 86_400_000).toISOString();
  const raise = (limit: number) => post(author, '/api/spend-overrides', { cardId, rules: [daily(limit)], until });
  expect((await raise(40_00)).status).toBe(201);
  const asked = await raise(90_00);
  expect(asked).toMatchObject({ status: 202, body: { change: { kind: 'SPEND_OVERRIDE' } } });
  const limitOf = async () => {
    const { limits } = (await second.ask('GET', `/api/cards/${cardId}/spend-limits`)).body as {
      limits: { limit: number }[];
    };
    return limits.map(({ limit }) => limit);
  };
  expect(await limitOf()).toEqual([40_00]);
  expect((await approve(changeIn(asked))).status).toBe(200);
  expect(await limitOf()).toEqual([90_00]);
  const country: Rule = { kind: 'allow', field: 'country', values: ['MX'] };
  expect((await post(author, '/api/spend-overrides', { cardId, rules: [country], until })).status).toBe(202);
});

test('a colleague’s restriction is raised by two, also to less than the limit of the policies', async () => {
  const { author, second, cardId } = await addBusiness();
  const until = new Date(server.clock.now().getTime() + 3 * 86_400_000).toISOString();
  const limit = async (by: TestBrowser, amount: number) =>
    (await post(by, '/api/spend-overrides', { cardId, rules: [daily(amount)], until })).status;
  expect(await limit(second, 10_00)).toBe(201);
  expect(await limit(author, 45_00)).toBe(202);
  expect(await limit(author, 9_00)).toBe(201);
});

test('a colleague’s restriction ends before its time once two agree; a raise ends at once', async () => {
  const { author, second, cardId, approve } = await addBusiness();
  const until = new Date(server.clock.now().getTime() + 3 * 86_400_000).toISOString();
  const change = async (by: TestBrowser, amount: number) =>
    post(by, '/api/spend-overrides', { cardId, rules: [daily(amount)], until });
  const end = (by: TestBrowser, id: string) => post(by, `/api/spend-overrides/${id}/end`);
  const limit = async () => {
    const { body } = await second.ask('GET', `/api/cards/${cardId}/spend-limits`);
    return (body['limits'] as { limit: number }[]).map((each) => each.limit);
  };
  const restriction = idOf(await change(second, 10_00));
  const asked = await end(author, restriction);
  expect(asked).toMatchObject({
    status: 202,
    body: { change: { kind: 'SPEND_OVERRIDE_END', status: 'PENDING', spendOverride: { cardId, until } } },
  });
  expect(changeIn(await end(author, restriction))).toBe(changeIn(asked));
  expect(await limit()).toEqual([10_00]);
  expect((await approve(changeIn(asked))).status).toBe(200);
  expect(await limit()).toEqual([50_00]);
  expect(await end(author, restriction)).toMatchObject(conflict('STEP_NOT_POSSIBLE'));

  expect((await approve(changeIn(await change(author, 90_00)))).status).toBe(200);
  const { body } = await author.ask('GET', `/api/spend-overrides?cardId=${cardId}`);
  const raise = (body['items'] as { id: string; state: string }[]).find(({ state }) => state === 'ACTIVE')!;
  expect(await limit()).toEqual([90_00]);
  expect((await end(author, raise.id)).status).toBe(200);
  expect(await limit()).toEqual([50_00]);
});

test('an approval after its end raises nothing', async () => {
  const { author, cardId, approve } = await addBusiness();
  const until = new Date(server.clock.now().getTime() + 60_000).toISOString();
  const asked = await post(author, '/api/spend-overrides', { cardId, rules: [daily(90_00)], until });
  server.clock.advance(61);
  expect(await approve(changeIn(asked))).toMatchObject(conflict('REQUEST_NOT_PENDING'));
});

test('nobody loosens the rules of a card of their own', async () => {
  const business = await addBusiness();
  const { author, cardId, update, groupId } = business;
  await holdByAuthor(business);
  const own = conflict('OWN_CARD');
  expect(await update({ groupIds: [] })).toMatchObject(own);
  expect(await post(author, `/api/card-groups/${groupId}/members`, { remove: [cardId] })).toMatchObject(own);
  const body = { name: 'Mine', layer: 'CARD', cardId, rules: [daily(30_00)] };
  const policy = idOf(await post(author, '/api/spend-policies', body));
  const act = (number: number, step: string) =>
    post(author, `/api/spend-policies/${policy}/versions/${number}/${step}`);
  expect((await act(1, 'activate')).status).toBe(200);
  await author.ask('PUT', `/api/spend-policies/${policy}/draft`, { body: { rules: [daily(40_00)] } });
  expect(await act(2, 'activate')).toMatchObject(own);
  expect(await act(1, 'deactivate')).toMatchObject(own);
  await author.ask('PUT', `/api/spend-policies/${policy}/draft`, { body: { rules: [daily(20_00)] } });
  expect((await act(2, 'activate')).status).toBe(200);
  expect(await act(1, 'restore')).toMatchObject(own);
});
