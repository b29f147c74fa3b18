import { afterAll, beforeAll, expect, test } from 'vitest';
import { administratorOf } from '../../../testing/administrator.ts';
import type { TestBrowser } from '../../../testing/browser.ts';
import { addCardholder, fundedBusiness, type FundedBusiness } from '../../../testing/money/funded-business.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';

let server: TestServer;
let business: FundedBusiness;
let colleague: TestBrowser;
beforeAll(async () => {
  server = await startTestServer();
  business = await fundedBusiness(server);
  colleague = await administratorOf(server, business.businessId);
});
afterAll(() => server.close());

const hotels = { list: 'transactions', name: 'Hotels', search: 'category=LODGING&sort=-amount', shared: false };
const save = (browser: TestBrowser, view: object) =>
  browser.ask('POST', '/api/list-views', { body: { ...hotels, ...view } });
const change = (browser: TestBrowser, { id, version }: Saved, body: object) =>
  browser.ask('PATCH', `/api/list-views/${id}`, { body: { version, ...body } });
const remove = (browser: TestBrowser, { id }: Saved) => browser.ask('DELETE', `/api/list-views/${id}`);
interface Saved {
  id: string;
  version: number;
}
const saved = (answer: Awaited<ReturnType<typeof save>>) => answer.body as unknown as Saved;
const names = async (browser: TestBrowser, list = 'transactions') => {
  const { body } = await browser.ask('GET', `/api/list-views?list=${list}`);
  return (body['items'] as { name: string }[]).map(({ name }) => name);
};
const events = async (id: string) => {
  const rows = await server.context.db
    .selectFrom('program_event')
    .select('kind')
    .where('subject_id', '=', id)
    .where('business_id', '=', business.businessId)
    .execute();
  return rows.map(({ kind }) => kind);
};

test('a person’s views are their own until they are shared, and the others are told of it', async () => {
  const one = await save(business.browser, {});
  expect(one).toMatchObject({
    status: 201,
    body: { name: 'Hotels', search: hotels.search, isOwn: true, mayChange: true, version: 1 },
  });
  const view = saved(one);
  expect(await names(colleague)).toEqual([]);
  expect(await change(colleague, view, { name: 'Mine' })).toMatchObject({ status: 404 });
  expect(await events(view.id)).toEqual([]);
  expect(await change(business.browser, view, { shared: true })).toMatchObject({ body: { shared: true, version: 2 } });
  expect(await names(colleague)).toEqual(['Hotels']);
  expect(await events(view.id)).toEqual(['view']);
  // One who may manage the settings changes it, and the author sees it before they change it as well.
  expect(await change(colleague, { ...view, version: 2 }, { name: 'Inns' })).toMatchObject({
    status: 200,
    body: { name: 'Inns', isOwn: false, mayChange: true, version: 3 },
  });
  const late = await change(business.browser, { ...view, version: 2 }, { search: 'status=PENDING' });
  expect(late).toMatchObject({ status: 409, body: { Code: 'VERSION_CONFLICT' } });
  expect(await remove(business.browser, view)).toMatchObject({ status: 204 });
  expect(await names(colleague)).toEqual([]);
  expect(await events(view.id)).toEqual(['view', 'view', 'view']);
});

test('a name is one person’s once in a list, in any case of its letters', async () => {
  const first = saved(await save(business.browser, { name: 'Meals' }));
  const other = saved(await save(business.browser, { name: 'Trips' }));
  expect(await save(business.browser, { name: ' MEALS ' })).toMatchObject({ body: { Code: 'STEP_NOT_POSSIBLE' } });
  expect(await change(business.browser, other, { name: 'meals' })).toMatchObject({
    body: { Code: 'STEP_NOT_POSSIBLE' },
  });
  expect(await change(business.browser, first, { name: 'MEALS' })).toMatchObject({ status: 200 });
  expect(await save(business.browser, { list: 'cards', name: 'Meals', search: 'state=PAUSED' })).toMatchObject({
    status: 201,
  });
  const theirs = saved(await save(colleague, { name: 'Meals', shared: true }));
  expect(await names(business.browser)).toEqual(['MEALS', 'Trips', 'Meals']);
  // Two saved at once do not get the same name, in any spelling.
  const race = await Promise.all([
    save(colleague, { name: 'Race' }),
    change(business.browser, theirs, { name: 'Race' }),
    save(colleague, { name: 'race' }),
  ]);
  expect(race.filter(({ status }) => status < 300)).toHaveLength(1);
  expect(race.filter(({ status }) => status === 409)).toHaveLength(2);
});

test('the digits of an id are no card number', async () => {
  const card = '41111111-1111-1111-8111-111111111111';
  expect(await save(business.browser, { name: 'One card', search: `card=${card}` })).toMatchObject({ status: 201 });
});

test.each([
  ['a question mark', '?status=PENDING'],
  ['a parameter twice', 'status=PENDING&status=SETTLED'],
  ['a parameter without a value', 'status='],
  ['a parameter of another list', 'state=PAUSED'],
  ['an address', 'https://example.com/'],
  ['the open row', 'open=01990000-0000-7000-8000-000000000000'],
  ['a card number', 'q=4111+1111+1111+1111'],
  ['a card number in another parameter', 'status=4111111111111111'],
  ['nothing', ''],
  ['too much', `q=${'a'.repeat(2000)}`],
])('%s is no search of a view', async (_, search) => {
  expect(await save(business.browser, { name: 'Wrong', search })).toMatchObject({
    status: 400,
    body: { Fields: [{ Field: 'search' }] },
  });
});

test('whom a list is closed to, its views are too; to look on is not enough to share', async () => {
  const holder = await addCardholder(server, business);
  await save(colleague, { name: 'Theirs', shared: true });
  const all = '/api/list-views?list=transactions';
  expect(await holder.browser.ask('GET', all)).toMatchObject({ status: 403 });
  const own = { list: 'purchases', name: 'Fuel', search: 'category=FUEL' };
  expect(await save(holder.browser, { ...own, shared: true })).toMatchObject({ status: 403 });
  expect(await save(holder.browser, own)).toMatchObject({ status: 201 });
  expect(await names(holder.browser, 'purchases')).toEqual(['Fuel']);
  expect(await save(business.browser, own)).toMatchObject({ status: 403 });

  const { db } = server.context;
  const auditor = await administratorOf(server, business.businessId);
  const before = saved(await save(auditor, { name: 'Before', shared: true }));
  const membershipId = String((await auditor.ask('GET', '/api/user-info')).body['userId']);
  await db.updateTable('membership').set({ preset: 'AUDITOR' }).where('id', '=', membershipId).execute();
  // What an account may do is noticed within a second.
  server.clock.advance(1);
  expect(await save(auditor, { shared: true })).toMatchObject({ status: 403 });
  expect(await change(auditor, before, { name: 'Rewritten' })).toMatchObject({ status: 403 });
  expect(await change(auditor, before, { search: 'q=rewritten' })).toMatchObject({ status: 403 });
  expect(await change(auditor, before, { name: 'Mine again', shared: false })).toMatchObject({ status: 200 });
  expect(await remove(auditor, { ...before, version: 2 })).toMatchObject({ status: 204 });
  const view = saved(await save(auditor, {}));
  expect(view).toMatchObject({ version: 1 });
  expect(await change(auditor, view, { shared: true })).toMatchObject({ status: 403 });
  const [mine, theirs] = (await auditor.ask('GET', all)).body['items'] as Saved[];
  expect(mine).toMatchObject({ isOwn: true, mayChange: true });
  expect(theirs).toMatchObject({ isOwn: false, mayChange: false });
  expect(await change(auditor, theirs!, { name: 'Changed' })).toMatchObject({ status: 403 });
  expect(await remove(auditor, theirs!)).toMatchObject({ status: 403 });
  await db
    .updateTable('membership')
    .set({ flags_withheld: ['VIEW_CARD_TRANSACTIONS'] })
    .where('id', '=', membershipId)
    .execute();
  server.clock.advance(1);
  expect(await auditor.ask('GET', all)).toMatchObject({ status: 403 });
  expect(await remove(auditor, view)).toMatchObject({ status: 404 });
});

test('fifty views of a list are the most, and they go with the account', async () => {
  const leaver = await administratorOf(server, business.businessId);
  const answers = [];
  for (let n = 0; n < 51; n += 1) {
    if (n === 40) server.clock.advance(61);
    answers.push((await save(leaver, { name: `View ${n}`, shared: n === 0 })).status);
  }
  expect(answers.filter((status) => status === 201)).toHaveLength(50);
  expect(answers.at(-1)).toBe(409);
  const membershipId = String((await leaver.ask('GET', '/api/user-info')).body['userId']);
  expect(await names(colleague)).toContain('View 0');
  const { db } = server.context;
  await db.updateTable('membership').set({ status: 'CLOSED' }).where('id', '=', membershipId).execute();
  expect(await names(colleague)).not.toContain('View 0');
  const left = await db.selectFrom('list_view').select('id').where('membership_id', '=', membershipId).execute();
  expect(left).toEqual([]);
});
