import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../db/ids.ts';
import { administratorOf } from '../../../testing/administrator.ts';
import type { TestBrowser } from '../../../testing/browser.ts';
import { addCards, fundedBusiness, type FundedBusiness } from '../../../testing/money/funded-business.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';

let server: TestServer;
let business: FundedBusiness;
let another: TestBrowser;
/** The administrator's account as a cardholder, and its card. */
const holder = newId();
let cardId: string;
beforeAll(async () => {
  server = await startTestServer();
  const { db, clock } = server.context;
  business = await fundedBusiness(server);
  const { businessId: business_id, person } = business;
  another = await administratorOf(server, business_id);
  const account = { id: holder, business_id, person_id: person.id, role: 'CARDHOLDER', status: 'OPEN' } as const;
  await db
    .insertInto('membership')
    .values({ ...account, created_at: clock.now() })
    .execute();
  ({ cardId } = (await addCards(server, business, [{ holder }]))[0]!);
  await db.updateTable('business').set({ four_eyes: true }).where('id', '=', business_id).execute();
});
afterAll(() => server.close());

const post = (browser: TestBrowser, path: string, body: object = {}) => browser.ask('POST', path, { body });
const inDays = (days: number) => new Date(server.clock.now().getTime() + days * 86_400_000).toISOString();
const bulk = async (by: TestBrowser, body: object) => {
  const { status, body: report } = await post(by, '/api/cards/bulk', {
    dryRun: false,
    idempotencyKey: newId(),
    ...body,
  });
  const [line] = report['lines'] as { code: string | null; outcome: string }[];
  return { status: line!.outcome === 'DONE' ? status : 409, body: { Code: line!.code } };
};

const nothing = () => Promise.resolve('');
const freeze = async () => {
  await post(another, `/api/cards/${cardId}/freeze`, { reason: 'Receipts are missing' });
  return '';
};
/** @returns the id of a restriction */
const restrict = async () => {
  const rules = [{ kind: 'amount', period: 'day', limit: 1_00 }];
  return String((await post(another, '/api/spend-overrides', { cardId, rules, until: inDays(3) })).body['id']);
};
/** @returns the id of a paused schedule */
const schedule = async () => {
  const terms = { name: 'Lunch', act: 'FUND', amount: 1_00, frequency: 'DAILY', timeOfDay: '06:00' };
  const setup = { ...terms, startsOn: inDays(9).slice(0, 10), cardIds: [cardId], idempotencyKey: newId() };
  const id = String((await post(another, '/api/funding-schedules', setup)).body['id']);
  await post(another, `/api/funding-schedules/${id}/status`, { status: 'PAUSED' });
  return id;
};

type Act = (by: TestBrowser, id: string) => Promise<{ status: number; body: object }>;
test.each<[string, () => Promise<string>, Act]>([
  ['lifting its freeze', freeze, (by) => post(by, `/api/cards/${cardId}/unfreeze`)],
  ['lifting freezes of many cards', freeze, (by) => bulk(by, { act: 'UNFREEZE', cardIds: [cardId] })],
  ['ending a temporary change', restrict, (by, id) => post(by, `/api/spend-overrides/${id}/end`)],
  ['resuming its funding', schedule, (by, id) => post(by, `/api/funding-schedules/${id}/status`, { status: 'ACTIVE' })],
  [
    'getting another card',
    nothing,
    (by) => post(by, '/api/cards', { holder, kind: 'VIRTUAL', name: 'Second', idempotencyKey: newId() }),
  ],
  [
    'getting one of many cards',
    nothing,
    (by) => bulk(by, { act: 'ISSUE', csv: `holder,name\n${business.person.username},Third` }),
  ],
])('one’s own card under four eyes: %s is for another administrator', async (_, ready, act) => {
  const id = await ready();
  expect(await act(business.browser, id)).toMatchObject({ status: 409, body: { Code: 'OWN_CARD' } });
  // The end of a restriction waits for a second administrator.
  expect([200, 201, 202]).toContain((await act(another, id)).status);
});
