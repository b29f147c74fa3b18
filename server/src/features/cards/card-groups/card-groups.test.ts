import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestBrowser } from '../../../testing/browser.ts';
import { addCard, addCardBusiness, type CardBusiness } from '../../../testing/cards/card-business.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';

let server: TestServer;
let business: CardBusiness;
beforeAll(async () => {
  server = await startTestServer();
  business = await addCardBusiness(server);
});
afterAll(() => server.close());

const post = (who: TestBrowser, path: string, body: object = {}) => who.ask('POST', path, { body });
const codeOf = ({ body }: Awaited<ReturnType<typeof post>>) => body['Code'];
const list = async (who: TestBrowser, path: string) => (await who.ask('GET', path)).body;

test('groups are created, renamed, filled and deleted by the administrators of their business', async () => {
  const of = await addCardBusiness(server);
  const made = await post(of.administrator, '/api/card-groups', { name: 'Sales' });
  expect(made).toMatchObject({ status: 201, body: { name: 'Sales', cards: 0 } });
  const path = `/api/card-groups/${String(made.body['id'])}`;
  expect(codeOf(await post(of.administrator, '/api/card-groups', { name: 'Sales' }))).toBe('STEP_NOT_POSSIBLE');
  const other = await post(of.administrator, '/api/card-groups', { name: 'Crew' });
  const rename = (id: unknown, name: string, replaces?: string) =>
    of.administrator.ask('PATCH', `/api/card-groups/${String(id)}`, { body: { name, replaces } });
  expect(codeOf(await rename(other.body['id'], 'Sales'))).toBe('STEP_NOT_POSSIBLE');
  expect(await rename(other.body['id'], 'Field crew')).toMatchObject({ body: { name: 'Field crew' } });
  expect(codeOf(await rename(other.body['id'], 'Night shift', 'Crew'))).toBe('VERSION_CONFLICT');
  // Cards of others are ignored.
  const members = { add: [of.cardId, business.cardId] };
  expect(await post(of.administrator, `${path}/members`, members)).toMatchObject({ body: { cards: 1 } });
  expect(await post(of.administrator, `${path}/members`, { remove: [of.cardId] })).toMatchObject({
    body: { cards: 0 },
  });
  // The cards of people: of no other business, and none that is closed.
  const closed = await addCard(server, of);
  await post(of.administrator, `/api/cards/${closed.cardId}/close`);
  const held = { addHeldBy: [of.membershipId, business.membershipId] };
  await post(of.administrator, `${path}/members`, held);
  const inGroup = await list(of.administrator, `/api/cards?group=${String(made.body['id'])}`);
  expect(inGroup).toMatchObject({ items: [{ id: of.cardId }] });
  for (const [method, body] of [
    ['PATCH', { name: 'Mine' }],
    ['DELETE', undefined],
  ] as const)
    expect((await business.administrator.ask(method, path, body && { body })).status).toBe(404);
  expect((await of.administrator.ask('DELETE', path)).status).toBe(204);
  expect(await list(of.administrator, '/api/card-groups')).toMatchObject({ items: [{ name: 'Field crew' }] });
});
