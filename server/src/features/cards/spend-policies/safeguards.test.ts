import type { Preset } from '@florin/contract/permissions';
import type { SpendPolicy, spendPolicies } from '@florin/contract/cards/spend-policies';
import type { Success } from '@florin/contract/endpoint';
import { policyLimits, type Rule } from '@florin/contract/cards/policies/spend-rules';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeTimeZone } from '../../../core/policies/time-zone.ts';
import { authorize } from '../../../core/transactions/authorize.ts';
import { newId } from '../../../db/ids.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { administratorOf } from '../../../testing/administrator.ts';
import type { TestBrowser } from '../../../testing/browser.ts';
import { exported } from '../../../testing/exported.ts';
import { addPerson } from '../../../testing/person.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { fundBusiness, purchase } from '../../../testing/cards/spending.ts';
import { addWaitingCard } from '../../../testing/cards/waiting-card.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** A business of one open card with money, and its administrators by preset; BLIND may not see purchases. */
async function addBusiness<const P extends readonly (Preset | 'BLIND')[]>(...presets: P) {
  const { db } = server.context;
  const { cardId, businessId } = await addWaitingCard(server, { status: 'OPEN' });
  await fundBusiness(db, businessId, 900_00);
  const browsers: TestBrowser[] = [];
  for (const preset of presets) {
    const person = await addPerson(server, { accounts: [] });
    browsers.push(await administratorOf(server, businessId, person));
    const of =
      preset === 'BLIND'
        ? { preset: 'ADMINISTRATOR' as const, flags_withheld: ['VIEW_CARD_TRANSACTIONS' as const] }
        : { preset };
    await db.updateTable('membership').set(of).where('person_id', '=', person.id).execute();
  }
  // Permissions that a session was begun with are read again.
  server.clock.advance(60);
  return { cardId, businessId, browsers: browsers as { [K in keyof P]: TestBrowser } };
}

const daily = (limit: number): Rule => ({ kind: 'amount', period: 'day', limit });
const post = (browser: TestBrowser, path: string, body: object = {}) => browser.ask('POST', path, { body });
async function create(browser: TestBrowser, rules: Rule[], body: object = {}): Promise<SpendPolicy> {
  const made = await post(browser, '/api/spend-policies', { name: 'Everyone', layer: 'BUSINESS', rules, ...body });
  expect(made.status).toBe(201);
  return made.body as unknown as SpendPolicy;
}
const act = (browser: TestBrowser, id: string, number: number, step: string, body = {}) =>
  post(browser, `/api/spend-policies/${id}/versions/${number}/${step}`, body);
const draft = (browser: TestBrowser, id: string, rules: Rule[]) =>
  browser.ask('PUT', `/api/spend-policies/${id}/draft`, { body: { rules } });
const buy = (cardId: string, amount: number) =>
  authorize(server.context, { ...purchase(cardId, amount), at: server.clock.now() });
const needsSecond = { status: 409, body: { Code: 'SECOND_ADMINISTRATOR_REQUIRED' } };

test('policies come in pages by layer and name, and are found by name', async () => {
  const { browsers, cardId } = await addBusiness('ADMINISTRATOR');
  const [browser] = browsers;
  for (const name of ['Zoo', 'Apes']) await create(browser, [daily(1)], { name, layer: 'CARD', cardId });
  for (const name of ['Travel', 'Meals']) await create(browser, [daily(1)], { name });
  const list = async (query: string) =>
    (await browser.ask('GET', `/api/spend-policies?${query}`)).body as unknown as Success<typeof spendPolicies>['body'];
  const namesOf = async (query: string) => (await list(query)).policies.map(({ name }) => name);
  expect(await namesOf('')).toEqual(['Meals', 'Travel', 'Apes', 'Zoo']);
  const first = await list('limit=3');
  expect(first.policies.map(({ name }) => name)).toEqual(['Meals', 'Travel', 'Apes']);
  expect(await namesOf(`limit=3&cursor=${first.nextCursor}`)).toEqual(['Zoo']);
  expect((await list('limit=4')).nextCursor).toBeNull();
  expect(await namesOf('layer=CARD')).toEqual(['Apes', 'Zoo']);
  expect(await namesOf('text=EA')).toEqual(['Meals']);
  expect(await namesOf('text=%25')).toEqual([]);
  // The limit of a single card is a policy like others, and can be left out.
  const apes = (await list('text=apes')).policies[0]!;
  await server.context.db.updateTable('spend_policy').set({ is_card_limit: true }).where('id', '=', apes.id).execute();
  expect(await namesOf('limits=WITHOUT')).toEqual(['Meals', 'Travel', 'Zoo']);
  expect(await list('limits=ONLY')).toMatchObject({ policies: [{ name: 'Apes' }], cardLimits: 1 });
  expect(await namesOf('')).toHaveLength(4);
  const refused = await browser.ask('GET', '/api/spend-policies?limit=101');
  expect(refused.status).toBe(400);
});

test('policies are sorted page by page, and exported exactly as the list shows them', async () => {
  const { browsers, cardId } = await addBusiness('ADMINISTRATOR', 'AUDITOR', 'BLIND');
  const [browser, , blind] = browsers;
  const lunch = await create(browser, [daily(40_00)], { name: 'lunch', layer: 'CARD', cardId });
  await act(browser, lunch.id, 1, 'activate');
  for (const name of ['Travel', 'Meals'])
    await create(browser, [daily(1_00), { kind: 'count', period: 'day', limit: 3 }], { name });
  await buy(cardId, 10_00);
  const pagesOf = async (query: string, cursor: string | null = null): Promise<string[]> => {
    const page = `limit=1&${query}${cursor === null ? '' : `&cursor=${cursor}`}`;
    const { body } = await browser.ask('GET', `/api/spend-policies?${page}`);
    const { policies, nextCursor } = body as unknown as Success<typeof spendPolicies>['body'];
    const names = policies.map(({ name }) => name);
    return nextCursor === null ? names : [...names, ...(await pagesOf(query, nextCursor))];
  };
  const orders = [
    ['', ['Meals', 'Travel', 'lunch']],
    ['order=DESC', ['lunch', 'Travel', 'Meals']],
    ['sort=NAME', ['lunch', 'Meals', 'Travel']],
    ['sort=NAME&order=DESC&layer=BUSINESS,GROUP', ['Travel', 'Meals']],
  ] as const;
  for (const [query, names] of orders) {
    expect(await pagesOf(query)).toEqual(names);
    const rows = await exported(server, browser, `/api/spend-policies/export?${query}`);
    expect(rows.map((row) => row.get('policy'))).toEqual(names);
  }
  for (const sort of ['CARDS', 'SPENT']) expect((await pagesOf(`sort=${sort}&order=DESC`)).toSorted()).toHaveLength(3);
  const [first, , last] = await exported(server, browser, '/api/spend-policies/export');
  expect(first!.get('rules')).toBe('At most $1.00 a day; At most 3 purchases a day');
  expect([last!.get('for'), last!.get('version in force'), last!.get('spent this month')]).toEqual([
    'Card',
    '1',
    '10.00',
  ]);
  const [short] = await exported(server, browser, '/api/spend-policies/export?hide=rules,under');
  expect(['rules', 'cards under it', 'draft'].map((title) => short!.has(title))).toEqual([false, false, true]);
  const [unseen] = await exported(server, blind, '/api/spend-policies/export');
  expect([unseen!.has('policy'), unseen!.has('spent this month')]).toEqual([true, false]);
  for (const query of ['/export?format=csv&sort=SPENT', '?sort=SPENT'])
    expect(await blind.ask('GET', `/api/spend-policies${query}`)).toMatchObject({ status: 400 });
});

test('who may not see purchases learns none from policies', async () => {
  const { browsers, cardId } = await addBusiness('ADMINISTRATOR', 'AUDITOR', 'BLIND');
  const [browser, auditor, blind] = browsers;
  const { id } = await create(browser, [daily(30_00)]);
  await act(browser, id, 1, 'shadow');
  expect((await buy(cardId, 40_00)).outcome).toBe('APPROVED');
  const see = async (of: TestBrowser) => [
    ((await of.ask('GET', '/api/spend-policies')).body['policies'] as { spent: unknown }[])[0]?.spent,
    (await of.ask('GET', `/api/spend-policies/${id}/shadow`)).body['stricter'],
    (await post(of, '/api/spend-policy-backtests', { policyId: id, rules: [daily(1)] })).body['declined'],
  ];
  expect(await see(auditor)).toEqual([{ amount: 40_00, currency: 'USD' }, 1, 1]);
  expect(await see(blind)).toEqual([null, undefined, undefined]);
});

test('a name that another administrator has given meanwhile is not overwritten unseen', async () => {
  const { browsers } = await addBusiness('ADMINISTRATOR', 'ADMINISTRATOR');
  const [one, two] = browsers;
  const body = { name: 'Travel', layer: 'BUSINESS', rules: [daily(1)] };
  const path = `/api/spend-policies/${String((await post(one, '/api/spend-policies', body)).body['id'])}`;
  const rename = (browser: TestBrowser, name: string) =>
    browser.ask('PATCH', path, { body: { name, replaces: 'Travel' } });
  expect((await rename(one, 'Trips')).status).toBe(200);
  expect((await rename(two, 'Journeys')).body).toMatchObject({ Code: 'VERSION_CONFLICT' });
  expect((await two.ask('GET', path)).body).toMatchObject({ name: 'Trips' });
});

test('a new card joins the group that is chosen for new cards, and no other business’s', async () => {
  const { browsers, businessId } = await addBusiness('ADMINISTRATOR', 'ADMINISTRATOR');
  const [one, two] = browsers;
  const { id: groupId } = (await post(one, '/api/card-groups', { name: 'Everyday' })).body;
  const choose = (browser: TestBrowser, group: unknown, replaces: unknown) =>
    browser.ask('PUT', '/api/new-card-default', { body: { groupId: group, replaces } });
  expect((await choose(one, groupId, null)).body).toEqual({ group: { id: groupId, name: 'Everyday' } });
  expect((await choose(two, null, null)).body).toMatchObject({ Code: 'VERSION_CONFLICT' });
  expect((await two.ask('GET', '/api/new-card-default')).body).toEqual({ group: { id: groupId, name: 'Everyday' } });
  const stranger = await addBusiness('ADMINISTRATOR');
  expect((await choose(stranger.browsers[0], groupId, null)).status).toBe(404);

  const holder = newId();
  const { id: person_id } = await addPerson(server, { accounts: [] });
  const membership = { id: holder, person_id, business_id: businessId, role: 'CARDHOLDER', status: 'OPEN' } as const;
  await server.context.db
    .insertInto('membership')
    .values({ ...membership, created_at: server.clock.now() })
    .execute();
  await server.context.db.updateTable('business').set({ status: 'OPEN' }).where('id', '=', businessId).execute();
  const issue = (more: object = {}) =>
    post(one, '/api/cards', { holder, kind: 'VIRTUAL', idempotencyKey: newId(), ...more });
  expect((await issue()).body).toMatchObject({ groups: [{ name: 'Everyday' }] });
  expect((await issue({ groupIds: [] })).body).toMatchObject({ groups: [] });
});

describe('where a business wants four eyes', () => {
  test('looser rules are in force once a second administrator has approved exactly them', async () => {
    const { browsers, businessId, cardId } = await addBusiness('ADMINISTRATOR', 'ADMINISTRATOR');
    const [author, second] = browsers;
    await server.context.db.updateTable('business').set({ four_eyes: true }).where('id', '=', businessId).execute();
    const { id } = await create(author, [daily(50_00)]);
    expect((await act(author, id, 1, 'activate')).status).toBe(200);
    await draft(author, id, [daily(40_00)]);
    expect((await act(author, id, 2, 'activate')).status).toBe(200);
    await draft(author, id, [daily(70_00)]);

    const refused = await act(author, id, 3, 'activate');
    expect(refused).toMatchObject(needsSecond);
    const change = String(refused.body['ChangeId']);
    const { changes } = (await second.ask('GET', '/api/pending-changes')).body;
    expect(changes).toMatchObject([
      {
        id: change,
        kind: 'SPEND_POLICY',
        bankAccount: null,
        spendPolicy: {
          policyId: id,
          policyName: 'Everyone',
          act: 'ACTIVATE',
          number: 3,
          before: { rules: [daily(40_00)] },
          after: { rules: [daily(70_00)] },
        },
      },
    ]);
    expect(await post(author, `/api/pending-changes/${change}/decide`, { decision: 'APPROVE' })).toMatchObject({
      body: { Code: 'OWN_CHANGE' },
    });
    expect((await post(second, `/api/pending-changes/${change}/decide`, { decision: 'APPROVE' })).status).toBe(200);

    // The approval is for the rules that were seen, by the person who has asked.
    expect(await act(second, id, 3, 'activate')).toMatchObject(needsSecond);
    await draft(author, id, [daily(80_00)]);
    expect(await act(author, id, 3, 'activate')).toMatchObject(needsSecond);
    expect((await buy(cardId, 41_00)).code).toBe('limit_day');
    await draft(author, id, [daily(70_00)]);
    expect((await act(author, id, 3, 'activate')).body).toMatchObject({ active: 3 });
    expect((await buy(cardId, 41_00)).outcome).toBe('APPROVED');
  });

  test('no way round: going back, ending, and replacing what is due', async () => {
    const { browsers, businessId } = await addBusiness('ADMINISTRATOR');
    const [author] = browsers;
    await server.context.db.updateTable('business').set({ four_eyes: true }).where('id', '=', businessId).execute();
    const { id } = await create(author, [daily(50_00)]);
    await act(author, id, 1, 'activate');
    await draft(author, id, [daily(40_00)]);
    await act(author, id, 2, 'activate');
    expect(await act(author, id, 1, 'restore')).toMatchObject(needsSecond);
    expect(await act(author, id, 2, 'deactivate')).toMatchObject(needsSecond);
    await draft(author, id, [daily(30_00)]);
    const from = new Date(server.clock.now().getTime() + 86_400_000).toISOString();
    expect((await act(author, id, 3, 'activate', { from })).body).toMatchObject({ active: 2, next: 3 });
    await draft(author, id, [daily(40_00)]);
    expect(await act(author, id, 4, 'activate')).toMatchObject(needsSecond);
  });
});

test('a change of the time zone and its change back give no further day', async () => {
  const { browsers, businessId, cardId } = await addBusiness('ADMINISTRATOR');
  const [browser] = browsers;
  const move = (zone: string) =>
    inTransaction(server.context.db, (tx) => changeTimeZone(tx, { businessId, zone, at: server.clock.now() }));
  // They are 25 hours apart: one has always another date than the other.
  const [west, east] = ['Pacific/Pago_Pago', 'Pacific/Kiritimati'];
  await move(west);
  const groceries: Rule = { kind: 'amount', period: 'day', limit: 60_00, group: 'GROCERIES' };
  const { id } = await create(browser, [daily(50_00), groceries]);
  await act(browser, id, 1, 'activate');
  expect((await buy(cardId, 50_00)).outcome).toBe('APPROVED');
  const used = { outcome: 'DECLINED', code: 'limit_day' };
  expect(await buy(cardId, 1)).toMatchObject(used);
  await move(east);
  expect(await buy(cardId, 1)).toMatchObject(used);
  // Counting anew for a version does not forget what was used in the other zone.
  await draft(browser, id, [groceries]);
  await act(browser, id, 2, 'activate');
  expect(await buy(cardId, 10_01)).toMatchObject(used);
  await move('Pacific/Apia');
  expect(await buy(cardId, 10_01)).toMatchObject(used);
  await move(west);
  expect(await buy(cardId, 10_01)).toMatchObject(used);
  server.clock.advance(2 * 86_400);
  expect((await buy(cardId, 60_00)).outcome).toBe('APPROVED');
  expect(await buy(cardId, 1)).toMatchObject(used);
});

test('what every decision reads has a bound: temporary changes of a card, and groups of categories', async () => {
  const { browsers, cardId, businessId } = await addBusiness('ADMINISTRATOR');
  const [browser] = browsers;
  const { db, clock } = server.context;
  const until = new Date(clock.now().getTime() + 60_000).toISOString();
  const change = () => post(browser, '/api/spend-overrides', { cardId, rules: [daily(1)], until });
  for (let n = 0; n < policyLimits.overridesPerCard; n += 1) expect((await change()).status).toBe(201);
  expect(await change()).toMatchObject({ status: 400, body: { Problems: [{ Problem: 'tooManyPolicies' }] } });
  // Those that are over count no longer.
  server.clock.advance(61);
  const later = new Date(clock.now().getTime() + 3_600_000).toISOString();
  expect((await post(browser, '/api/spend-overrides', { cardId, rules: [daily(1)], until: later })).status).toBe(201);

  const at = clock.now();
  await db
    .insertInto('merchant_category_group')
    .values(
      Array.from({ length: policyLimits.groupsPerBusiness }, (_, n) => ({
        id: newId(),
        business_id: businessId,
        name: `Group ${n}`,
        ranges: '[]',
        created_at: at,
        updated_at: at,
      })),
    )
    .execute();
  const group = { name: 'One more', ranges: [{ from: 1, to: 2 }] };
  expect(await post(browser, '/api/merchant-category-groups', group)).toMatchObject({
    status: 409,
    body: { Code: 'STEP_NOT_POSSIBLE' },
  });
});
