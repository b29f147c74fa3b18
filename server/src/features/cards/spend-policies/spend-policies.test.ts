import type { Backtest, ShadowResults, SpendPolicy } from '@florin/contract/cards/spend-policies';
import type { CanIBuy, CardLimits } from '@florin/contract/cards/spend-limits';
import type { SpendOverride } from '@florin/contract/cards/spend-overrides';
import type { PolicyDocument, Rule } from '@florin/contract/cards/policies/spend-rules';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type * as v from 'valibot';
import { openFinancialAccounts } from '../../../core/ledger/queries.ts';
import { authorize } from '../../../core/transactions/authorize.ts';
import { newId } from '../../../db/ids.ts';
import { administratorOf } from '../../../testing/administrator.ts';
import type { TestBrowser } from '../../../testing/browser.ts';
import { addHolder } from '../../../testing/holder.ts';
import { purchase } from '../../../testing/cards/spending.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { addWaitingCard } from '../../../testing/cards/waiting-card.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** An administrator with a business of one open card. */
async function addBusiness() {
  const { cardId, businessId } = await addWaitingCard(server, { status: 'OPEN' });
  const { db, clock } = server.context;
  await db.updateTable('business').set({ use_business_balance_for_auths: true }).where('id', '=', businessId).execute();
  await db
    .insertInto('financial_account')
    .values({
      id: newId(),
      business_id: businessId,
      kind: 'business_available',
      card_id: null,
      currency: 'USD',
      overdraft_allowed: false,
      credits_posted: 500_00n,
      created_at: clock.now(),
    })
    .execute();
  return { cardId, businessId, browser: await administratorOf(server, businessId) };
}

const daily = (limit: number): Rule => ({ kind: 'amount', period: 'day', limit });
interface Bodies {
  policy: SpendPolicy;
  override: SpendOverride;
  answer: CanIBuy;
  limits: CardLimits;
  leftOn: { cards: unknown[] };
  ownLimits: { cards: CardLimits[] };
  cards: { items: { cardId: string }[] };
  group: { key: string };
  groups: { groups: { key: string; changedAt: string | null }[] };
  refusal: { Code: string };
  list: { policies: unknown[]; protections: PolicyDocument; timeZone: string };
  backtest: Backtest;
  shadow: v.InferOutput<typeof ShadowResults>;
}
const ask = async <K extends keyof Bodies>(
  _kind: K,
  browser: TestBrowser,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH',
  path: string,
  body?: object,
) => {
  const answer = await browser.ask(method, path, method === 'GET' ? {} : { body: body ?? {} });
  return { status: answer.status, body: answer.body as unknown as Bodies[K] };
};
const create = (browser: TestBrowser, rules: Rule[], subject: object = { layer: 'BUSINESS' }) =>
  ask('policy', browser, 'POST', '/api/spend-policies', { name: 'Everyone', rules, ...subject });
const act = (browser: TestBrowser, id: string, number: number, step: string, body = {}) =>
  ask('policy', browser, 'POST', `/api/spend-policies/${id}/versions/${number}/${step}`, body);
const can = (browser: TestBrowser, cardId: string, question: object) =>
  ask('answer', browser, 'POST', '/api/can-i-buy', { cardId, mcc: 5812, ...question });
const arrayOf = async (table: 'business' | 'card', id: string) =>
  (await server.context.db.selectFrom(table).select('policy_versions').where('id', '=', id).executeTakeFirstOrThrow())
    .policy_versions;
const stateOf = (policy: SpendPolicy) => policy.versions.map(({ number, state }) => `${number} ${state}`);

test('a question about a country, a currency or a category that does not exist is refused', async () => {
  const { browser, cardId } = await addBusiness();
  const question = { amount: 5_00, mcc: 9998, country: 'ZZ', currency: 'ABC' };
  const { status, body } = await ask('refusal', browser, 'POST', '/api/can-i-buy', { cardId, ...question });
  expect([status, body]).toMatchObject([
    400,
    { Fields: ['country', 'currency', 'mcc'].map((Field) => ({ Field, Problem: 'unknown' })) },
  ]);
});

test('outside of its hours a card says when they begin again', async () => {
  const { browser, cardId } = await addBusiness();
  const { id } = (
    await create(browser, [{ kind: 'hours', windows: [{ weekdays: [1, 2, 3, 4, 5], from: 540, to: 1080 }] }])
  ).body;
  await act(browser, id, 1, 'activate');
  const { body } = await can(browser, cardId, { amount: 60_00, at: '2027-03-05T23:30:00Z' });
  expect(body).toMatchObject({
    code: 'time_window',
    help: [{ kind: 'WAIT', until: '2027-03-08T14:00:00.000Z', amount: null }, { kind: 'ASK_EXCEPTION' }],
  });
});

describe('a policy', () => {
  test('goes from draft over shadow to active and back, and each step is in force at once', async () => {
    const { browser, businessId, cardId } = await addBusiness();
    const made = await create(browser, [daily(50_00)]);
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ active: null, draft: 1, cards: 1, layer: 'BUSINESS' });
    const { id } = made.body;
    expect((await can(browser, cardId, { amount: 60_00 })).body.answer).toBe('YES');

    expect((await act(browser, id, 1, 'shadow')).body.shadow).toBe(1);
    const [shadow] = await arrayOf('business', businessId);
    expect(shadow).toBeLessThan(0);
    expect((await can(browser, cardId, { amount: 60_00 })).body.answer).toBe('YES');

    const active = await act(browser, id, 1, 'activate');
    expect(active.body).toMatchObject({ active: 1, shadow: null, draft: null });
    expect(await arrayOf('business', businessId)).toEqual([-shadow!]);
    expect((await can(browser, cardId, { amount: 60_00 })).body).toMatchObject({ answer: 'PARTLY', code: 'limit_day' });
    expect((await act(browser, id, 1, 'activate')).body).toMatchObject({ Code: 'STEP_NOT_POSSIBLE' });

    const draft = await ask('policy', browser, 'PUT', `/api/spend-policies/${id}/draft`, { rules: [daily(80_00)] });
    expect(draft.body).toMatchObject({ active: 1, draft: 2 });
    expect(draft.body.versions[0]).toMatchObject({ basedOn: 1, state: 'DRAFT' });
    expect(stateOf((await act(browser, id, 2, 'activate')).body)).toEqual(['2 ACTIVE', '1 INACTIVE']);
    expect((await can(browser, cardId, { amount: 60_00 })).body.answer).toBe('YES');

    const back = await act(browser, id, 1, 'restore');
    expect(stateOf(back.body)).toEqual(['3 ACTIVE', '2 INACTIVE', '1 INACTIVE']);
    expect((await can(browser, cardId, { amount: 60_00 })).body.code).toBe('limit_day');

    expect((await act(browser, id, 3, 'deactivate')).body.active).toBeNull();
    expect(await arrayOf('business', businessId)).toEqual([]);
    expect((await can(browser, cardId, { amount: 60_00 })).body.answer).toBe('YES');
  });

  test('takes effect from a moment on, while the version before it stays until then', async () => {
    const { browser, cardId } = await addBusiness();
    const { id } = (await create(browser, [daily(50_00)])).body;
    await act(browser, id, 1, 'activate');
    await ask('refusal', browser, 'PUT', `/api/spend-policies/${id}/draft`, { rules: [daily(90_00)] });
    const tomorrow = new Date(server.clock.now().getTime() + 86_400_000).toISOString();
    const due = await act(browser, id, 2, 'activate', { from: tomorrow });
    expect(due.body).toMatchObject({ active: 1, next: 2 });
    expect((await can(browser, cardId, { amount: 60_00 })).body.code).toBe('limit_day');
    expect((await can(browser, cardId, { amount: 60_00, at: tomorrow })).body.answer).toBe('YES');
  });

  test('a draft is saved in place of the one that the editor shows, and no other', async () => {
    const { browser } = await addBusiness();
    const first = (await create(browser, [daily(50_00)])).body;
    const path = `/api/spend-policies/${first.id}/draft`;
    const replaces = first.versions[0]!.createdAt;
    const second = await ask('policy', browser, 'PUT', path, { rules: [daily(60_00)], replaces });
    expect(stateOf(second.body)).toEqual(['1 DRAFT']);
    const third = await ask('refusal', browser, 'PUT', path, { rules: [daily(70_00)], replaces });
    expect(third.body).toMatchObject({ Code: 'VERSION_CONFLICT' });
    expect((await ask('refusal', browser, 'DELETE', `${path}?replaces=${replaces}`)).body).toMatchObject({
      Code: 'VERSION_CONFLICT',
    });
    const read = `${path}?replaces=${second.body.versions[0]!.createdAt}`;
    expect((await ask('policy', browser, 'DELETE', read)).body.draft).toBeNull();
    expect((await ask('refusal', browser, 'DELETE', path)).body).toMatchObject({ Code: 'STEP_NOT_POSSIBLE' });
  });

  test.each(['activate', 'shadow'])('%s acts on the draft that was read, and on no other', async (step) => {
    const { browser } = await addBusiness();
    const { id, versions } = (await create(browser, [daily(95_00)])).body;
    const read = versions[0]!.createdAt;
    const other = await ask('policy', browser, 'PUT', `/api/spend-policies/${id}/draft`, { rules: [daily(40_00)] });
    const path = `/api/spend-policies/${id}/versions/1/${step}`;
    const refused = await ask('refusal', browser, 'POST', path, { replaces: read });
    expect([refused.status, refused.body]).toMatchObject([409, { Code: 'VERSION_CONFLICT' }]);
    const kept = await ask('policy', browser, 'GET', `/api/spend-policies/${id}`);
    expect(stateOf(kept.body)).toEqual(['1 DRAFT']);
    const done = await act(browser, id, 1, step, { replaces: other.body.versions[0]!.createdAt });
    expect(stateOf(done.body)).toEqual([step === 'activate' ? '1 ACTIVE' : '1 SHADOW']);
  });

  test('rules that contradict each other are refused with their places', async () => {
    const { browser } = await addBusiness();
    const week: Rule = { kind: 'amount', period: 'week', limit: 100_00 };
    const refused = await create(browser, [week, daily(100_01), { kind: 'allow', field: 'group', values: ['NOBODY'] }]);
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({
      Code: 'POLICY_INVALID',
      Problems: [
        { Rule: 1, Problem: 'shorterAboveLonger', Other: 0 },
        { Rule: 2, Problem: 'unknownGroup', Other: null },
      ],
    });
    expect((await create(browser, [])).body).toMatchObject({ Problems: [{ Rule: null, Problem: 'noRules' }] });
  });

  test('of the program is shown, and lifted by nothing', async () => {
    const { browser, cardId } = await addBusiness();
    const { body } = await ask('list', browser, 'GET', '/api/spend-policies');
    expect(body).toMatchObject({ policies: [], timeZone: 'America/New_York' });
    expect(body.protections.rules).toEqual([
      { kind: 'block', field: 'group', values: ['GAMBLING', 'ADULT', 'MONEY_TRANSFER'] },
    ]);
    const until = new Date(server.clock.now().getTime() + 3_600_000).toISOString();
    const rules: Rule[] = [{ kind: 'allow', field: 'mcc', values: ['7995'] }];
    expect((await ask('override', browser, 'POST', '/api/spend-overrides', { cardId, rules, until })).status).toBe(201);
    expect((await can(browser, cardId, { amount: 1, mcc: 7995 })).body).toMatchObject({
      answer: 'NO',
      code: 'mcc_not_allowed',
      binding: { layer: 'PROGRAM', policyName: 'Protections' },
    });
  });

  test('of another business is not found', async () => {
    const { id } = (await create((await addBusiness()).browser, [daily(1)])).body;
    const other = await addBusiness();
    const calls = [
      ask('refusal', other.browser, 'GET', `/api/spend-policies/${id}`),
      act(other.browser, id, 1, 'activate'),
      ask('refusal', other.browser, 'PUT', `/api/spend-policies/${id}/draft`, { rules: [daily(1)] }),
      ask('refusal', other.browser, 'GET', `/api/spend-policies/${id}/cards`),
    ];
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    const { cardId } = await addBusiness();
    expect((await can(other.browser, cardId, { amount: 1 })).status).toBe(404);
    expect((await create(other.browser, [daily(1)], { layer: 'CARD', cardId })).status).toBe(404);
  });
});

describe('groups of cards', () => {
  test('a card has the versions of its groups from the moment it joins to the moment it leaves', async () => {
    const { browser, businessId, cardId } = await addBusiness();
    const { db, clock } = server.context;
    const groupId = newId();
    await db
      .insertInto('card_group')
      .values({ id: groupId, business_id: businessId, name: 'Sales', created_at: clock.now() })
      .execute();
    const { id } = (await create(browser, [daily(50_00)], { layer: 'GROUP', groupId })).body;
    await act(browser, id, 1, 'activate');
    expect(await arrayOf('card', cardId)).toEqual([]);
    await db.insertInto('card_group_member').values({ group_id: groupId, chain_id: cardId }).execute();
    expect(await arrayOf('card', cardId)).toHaveLength(1);
    expect((await can(browser, cardId, { amount: 60_00 })).body.binding).toMatchObject({ layer: 'GROUP', index: 0 });
    const under = await ask('cards', browser, 'GET', `/api/spend-policies/${id}/cards`);
    expect(under.body.items.map((card) => card.cardId)).toEqual([cardId]);
    await db.deleteFrom('card_group_member').where('chain_id', '=', cardId).execute();
    expect(await arrayOf('card', cardId)).toEqual([]);
  });

  test('a replacement has the versions of its chain', async () => {
    const { browser, businessId, cardId } = await addBusiness();
    const { id } = (await create(browser, [daily(50_00)], { layer: 'CARD', cardId })).body;
    await act(browser, id, 1, 'activate');
    const replacement = newId();
    await server.context.db
      .insertInto('card')
      .values({
        id: replacement,
        business_id: businessId,
        membership_id: null,
        last_four: '4242',
        bin: null,
        status: 'OPEN',
        expires_on: '2031-01-31',
        wrong_codes_since: null,
        replaces_id: cardId,
        first_card_id: cardId,
      })
      .execute();
    expect(await arrayOf('card', replacement)).toEqual(await arrayOf('card', cardId));
    await ask('refusal', browser, 'PUT', `/api/spend-policies/${id}/draft`, { rules: [daily(90_00)] });
    await act(browser, id, 2, 'activate');
    expect(await arrayOf('card', replacement)).toHaveLength(1);
    expect(await arrayOf('card', replacement)).toEqual(await arrayOf('card', cardId));
  });
});

describe('a temporary change', () => {
  const inHours = (hours: number) => new Date(server.clock.now().getTime() + hours * 3_600_000).toISOString();

  test('raises a limit until its end', async () => {
    const { browser, cardId } = await addBusiness();
    const { id } = (await create(browser, [daily(50_00)])).body;
    await act(browser, id, 1, 'activate');
    const until = inHours(2);
    const added = await ask('override', browser, 'POST', '/api/spend-overrides', {
      cardId,
      rules: [daily(90_00)],
      until,
    });
    expect(added.status).toBe(201);
    expect(added.body).toMatchObject({ state: 'ACTIVE', until });
    expect((await can(browser, cardId, { amount: 60_00 })).body.answer).toBe('YES');
    expect((await can(browser, cardId, { amount: 60_00, at: until })).body.code).toBe('limit_day');
    const ended = await ask('override', browser, 'POST', `/api/spend-overrides/${added.body.id}/end`);
    expect(ended.body.state).toBe('ENDED');
    expect((await can(browser, cardId, { amount: 60_00 })).body.code).toBe('limit_day');
    const again = await ask('refusal', browser, 'POST', `/api/spend-overrides/${added.body.id}/end`);
    expect(again.body).toMatchObject({ Code: 'STEP_NOT_POSSIBLE' });
  });

  test('needs an end after its beginning', async () => {
    const { browser, cardId } = await addBusiness();
    const answer = await ask('refusal', browser, 'POST', '/api/spend-overrides', {
      cardId,
      rules: [daily(1)],
      until: inHours(-1),
    });
    expect(answer.body).toMatchObject({ Code: 'VALIDATION' });
  });
});

describe('what is left', () => {
  test('a holder sees the own cards, with the limit that binds', async () => {
    const { browser, businessId, cardId } = await addBusiness();
    const holder = await addHolder(server, undefined, { cardId, businessId, number: '' });
    const { db } = server.context;
    await db
      .updateTable('membership')
      .set({ business_id: businessId })
      .where('id', '=', holder.holder.membershipIds[0]!)
      .execute();
    const { id } = (await create(browser, [daily(50_00), { kind: 'amount', period: 'month', limit: 400_00 }])).body;
    await act(browser, id, 1, 'activate');
    const { body } = await ask('ownLimits', holder.browser, 'GET', '/api/my-spend-limits');
    expect(body.cards).toHaveLength(1);
    expect(body.cards[0]).toMatchObject({
      leftToSpend: { amount: { amount: 50_00 }, binding: { by: 'LIMIT', limit: 0 } },
      stopped: null,
      limits: [
        { period: 'day', limit: 50_00, used: 0, left: 50_00, policyName: 'Everyone' },
        { period: 'month', limit: 400_00, left: 400_00 },
      ],
    });
    const asked = await can(holder.browser, cardId, { amount: 60_00 });
    expect(asked.body).toMatchObject({
      answer: 'PARTLY',
      amount: { amount: 50_00 },
      help: [
        { kind: 'SPEND_LESS', amount: { amount: 50_00 } },
        { kind: 'ASK_RAISE', amount: { amount: 10_00 } },
      ],
    });
    const other = await addHolder(server);
    expect((await can(other.browser, cardId, { amount: 1 })).status).toBe(404);
    expect((await ask('refusal', other.browser, 'GET', `/api/cards/${cardId}/spend-limits`)).status).toBe(403);
    const leftOn = async (asker: typeof browser) =>
      (await ask('leftOn', asker, 'GET', `/api/cards/spend-left?cards=${cardId},${newId()}`)).body.cards;
    expect(await leftOn(browser)).toMatchObject([
      { cardId, left: { amount: 50_00 }, by: 'LIMIT', limit: { period: 'day', limit: 50_00 } },
    ]);
    expect(await leftOn((await addBusiness()).browser)).toEqual([]);
    await db.updateTable('card').set({ status: 'PAUSED' }).where('id', '=', cardId).execute();
    expect(await leftOn(browser)).toMatchObject([{ cardId, left: null, limit: null, by: null }]);
    const paused = await ask('limits', browser, 'GET', `/api/cards/${cardId}/spend-limits`);
    expect(paused.body).toMatchObject({ stopped: 'card_frozen', leftToSpend: null });
  });
});

describe('own groups of categories', () => {
  test('are named by policies, which keep them as they were', async () => {
    const { browser, cardId } = await addBusiness();
    const body = { name: 'Coffee', ranges: [{ from: 5814, to: 5814 }] };
    const made = await ask('group', browser, 'POST', '/api/merchant-category-groups', body);
    expect(made).toMatchObject({ status: 201, body: { own: true, policies: 0 } });
    expect((await ask('refusal', browser, 'POST', '/api/merchant-category-groups', body)).body).toMatchObject({
      Code: 'VERSION_CONFLICT',
    });
    const { key } = made.body;
    const { id } = (await create(browser, [{ kind: 'block', field: 'group', values: [key] }])).body;
    await act(browser, id, 1, 'activate');
    expect((await can(browser, cardId, { amount: 1, mcc: 5814 })).body.code).toBe('mcc_not_allowed');
    const changed = await ask('refusal', browser, 'PUT', `/api/merchant-category-groups/${key}`, {
      name: 'Coffee and cake',
      ranges: [{ from: 5462, to: 5462 }],
    });
    expect(changed).toMatchObject({ status: 200, body: { policies: 1 } });
    expect((await can(browser, cardId, { amount: 1, mcc: 5814 })).body.code).toBe('mcc_not_allowed');
    const again = (replaces: object) =>
      ask('refusal', browser, 'PUT', `/api/merchant-category-groups/${key}`, { ...body, replaces });
    const now = { name: 'Coffee and cake', ranges: [{ from: 5462, to: 5462 }] };
    for (const old of [body, { ...now, ranges: body.ranges }, { ...now, name: body.name }])
      expect((await again(old)).body).toMatchObject({ Code: 'VERSION_CONFLICT' });
    expect((await again(now)).status).toBe(200);
    const { changedAt } = (await ask('groups', browser, 'GET', '/api/merchant-category-groups')).body.groups.find(
      (each) => each.key === key,
    )!;
    const remove = (replaces: string) =>
      ask('refusal', browser, 'DELETE', `/api/merchant-category-groups/${key}?replaces=${replaces}`);
    expect((await remove('2026-01-01T00:00:00.000Z')).body).toMatchObject({ Code: 'VERSION_CONFLICT' });
    expect((await remove(changedAt!)).status).toBe(204);
    const list = await ask('groups', browser, 'GET', '/api/merchant-category-groups');
    expect(list.body.groups).toHaveLength(13);
  });
});

const buy = (cardId: string, amount: number) =>
  authorize(server.context, { ...purchase(cardId, amount), at: server.clock.now() });

/** Opens what a purchase is held for. */
const openNetwork = (businessId: string) =>
  openFinancialAccounts(server.context.db, [
    { businessId, kind: 'network_clearing', currency: 'USD', at: server.clock.now() },
  ]);

test('a limit counts what was spent before it came into force', async () => {
  const { browser, cardId, businessId } = await addBusiness();
  await openNetwork(businessId);
  for (const amount of [40_00, 30_00]) expect((await buy(cardId, amount)).outcome).toBe('APPROVED');
  const groceries = { period: 'month', group: 'GROCERIES' } as const;
  const day = new Date(server.clock.now().getTime() - 3 * 86_400_000).toISOString().slice(0, 10);
  const rules: Rule[] = [
    { kind: 'amount', ...groceries, limit: 100_00 },
    { kind: 'count', ...groceries, limit: 9 },
    { kind: 'amount', period: 'since', since: day, limit: 200_00, of: 'business' },
  ];
  const { id } = (await create(browser, rules)).body;
  await act(browser, id, 1, 'activate');
  const { body } = await ask('limits', browser, 'GET', `/api/cards/${cardId}/spend-limits`);
  expect(body.limits.map(({ used, left }) => [used, left])).toEqual([
    [70_00, 30_00],
    [2, 7],
    [70_00, 130_00],
  ]);
  expect(await buy(cardId, 30_01)).toMatchObject({ outcome: 'DECLINED', code: 'limit_month' });
  expect((await buy(cardId, 30_00)).outcome).toBe('APPROVED');
  expect(await buy(cardId, 1)).toMatchObject({ code: 'limit_month' });
});

describe('a backtest', () => {
  test('says what rules would have declined, and what they would have let through', async () => {
    const { browser, cardId, businessId } = await addBusiness();
    await openNetwork(businessId);
    const { id } = (await create(browser, [{ kind: 'amount', period: 'purchase', limit: 100_00 }])).body;
    await act(browser, id, 1, 'activate');
    await ask('refusal', browser, 'PUT', `/api/spend-policies/${id}/draft`, { rules: [daily(70_00)] });
    await act(browser, id, 2, 'shadow');
    const outcomes = [];
    for (const amount of [40_00, 60_00, 110_00, 20_00]) outcomes.push((await buy(cardId, amount)).outcome);
    expect(outcomes).toEqual(['APPROVED', 'APPROVED', 'DECLINED', 'APPROVED']);

    const rules: Rule[] = [{ kind: 'allow', field: 'country', values: ['US'] }, daily(70_00)];
    const tested = await ask('backtest', browser, 'POST', '/api/spend-policy-backtests', { policyId: id, rules });
    expect(tested.body).toMatchObject({
      purchases: 3,
      declined: 1,
      amount: { amount: 60_00 },
      people: 1,
      declines: 1,
      lifted: 0,
      items: [{ code: 'limit_day', rule: 1, amount: { amount: 60_00 } }],
      shortened: false,
    });
    expect(tested.body.days.map(({ purchases, declined }) => [purchases, declined])).toEqual([[3, 1]]);
    const wider: Rule[] = [{ kind: 'amount', period: 'purchase', limit: 200_00 }];
    const lifting = await ask('backtest', browser, 'POST', '/api/spend-policy-backtests', {
      policyId: id,
      rules: wider,
    });
    expect(lifting.body).toMatchObject({ declined: 0, lifted: 1, liftedItems: [{ amount: { amount: 110_00 } }] });
    // Of a new policy for another card nothing was decided.
    const { cardId: other } = await addBusiness();
    const foreign = { layer: 'CARD', cardId: other, rules };
    expect((await ask('refusal', browser, 'POST', '/api/spend-policy-backtests', foreign)).status).toBe(404);

    const shadow = await ask('shadow', browser, 'GET', `/api/spend-policies/${id}/shadow`);
    expect(shadow.body).toMatchObject({ decisions: 4, stricter: 2, looser: 0 });
    // It measures what was really spent: the last purchase, too, is above its limit.
    expect(shadow.body.items.map(({ code }) => code)).toEqual(['limit_day', 'limit_day']);
  });
});
