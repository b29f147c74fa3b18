import { DAY, MINUTE } from '@florin/contract/limits';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../../db/ids.ts';
import type { Answer } from '../../../testing/caller.ts';
import type { TestBrowser } from '../../../testing/browser.ts';
import { addCardBusiness, shippingTo, type CardBusiness } from '../../../testing/cards/card-business.ts';
import { proveAgain } from '../../../testing/cards/vendor.ts';
import { testPassword } from '../../../testing/person.ts';
import { startTestServer } from '../../../testing/server.ts';

const server = await startTestServer();
afterAll(() => server.close());
let of: CardBusiness;
beforeEach(async () => {
  of = await addCardBusiness(server, 'PHYSICAL');
  await server.context.db.updateTable('card').set({ status: 'OPEN' }).where('id', '=', of.cardId).execute();
  server.clock.advance(6 * MINUTE);
});

const post = (who: TestBrowser, path: string, body: object = {}) => who.ask('POST', path, { body });
const codeOf = ({ body }: Answer) => body['Code'];
const home = shippingTo('Robin Example');
const elsewhere = { ...home, line1: '1 Evil St', city: 'Austin', state: 'TX', zip: '73301', method: 'EXPRESS' };
const keyed = (body: object) => ({ idempotencyKey: newId(), ...body });

const replaceOwn = (cardId: string, body: object) =>
  post(of.holder, `/api/my-cards/${cardId}/replace`, keyed({ reason: 'LOST', ...body }));
const csv = (kind: string) =>
  `holder,kind,recipient,line1,city,state,zip\n${of.person.username},${kind},Robin,1 Main St,Portland,ME,04101`;
const bulk = (kind: string, dryRun: boolean) =>
  post(of.administrator, '/api/cards/bulk', keyed({ act: 'ISSUE', csv: csv(kind), dryRun }));
const issue = (order: object) => post(of.administrator, '/api/cards', keyed({ holder: of.membershipId, ...order }));
const approve = async () => {
  const asked = await post(
    of.holder,
    '/api/my-requests',
    keyed({ kind: 'CARD', cardName: 'Fuel', cardKind: 'PHYSICAL', purpose: 'Van' }),
  );
  const path = `/api/requests/${String(asked.body['id'])}/approve`;
  return post(of.administrator, path, keyed({ shipping: home }));
};

test.each([
  ['reported lost by its holder', () => replaceOwn(of.cardId, { shipping: elsewhere }), 201],
  [
    'replaced by an administrator',
    () => post(of.administrator, `/api/cards/${of.cardId}/replace`, keyed({ reason: 'LOST', shipping: elsewhere })),
    201,
  ],
  ['issued', () => issue({ kind: 'PHYSICAL', shipping: elsewhere }), 201],
  ['issued by a file', () => bulk('PHYSICAL', false), 200],
  ['issued by the approval of a request', approve, 200],
] as const)('a card that is %s is shipped with a fresh proof only', async (_how, ship, done) => {
  const status = () =>
    server.context.db.selectFrom('card').select(['id', 'status']).where('business_id', '=', of.businessId).execute();
  const before = await status();
  expect(codeOf(await ship())).toBe('STEP_UP_REQUIRED');
  expect(await status()).toEqual(before);
  for (const browser of [of.holder, of.administrator]) await proveAgain(server, browser);
  expect((await ship()).status).toBe(done);
});

test('what ships nothing needs no proof: a freeze, a virtual card, a dry run', async () => {
  expect((await post(of.holder, `/api/my-cards/${of.cardId}/freeze`)).status).toBe(200);
  expect((await issue({ kind: 'VIRTUAL' })).status).toBe(201);
  expect((await bulk('PHYSICAL', true)).status).toBe(200);
  expect((await bulk('VIRTUAL', false)).body['refused']).toBe(0);
});

test('an answer that was lost is given again after the proof is old', async () => {
  await proveAgain(server, of.holder);
  const body = { reason: 'LOST', shipping: home, idempotencyKey: newId() };
  const replace = () => post(of.holder, `/api/my-cards/${of.cardId}/replace`, body);
  const first = await replace();
  server.clock.advance(6 * MINUTE);
  expect((await replace()).body['id']).toBe(first.body['id']);
});

describe('after a change of the ways to log in', () => {
  /** The card's successor was sent home; then the holder makes new backup codes. */
  const sentHome = async () => {
    await proveAgain(server, of.holder);
    const { body } = await replaceOwn(of.cardId, { shipping: home });
    const cardId = String(body['id']);
    await server.context.db.updateTable('card').set({ status: 'OPEN' }).where('id', '=', cardId).execute();
    expect((await post(of.holder, '/api/factors/backup-codes')).status).toBeLessThan(300);
    return cardId;
  };
  const held = { status: 403, body: { Code: 'HELD_AFTER_CHANGE', Until: expect.any(String) } };

  test('a card is sent to no new address for a day', async () => {
    const cardId = await sentHome();
    expect(await replaceOwn(cardId, { shipping: elsewhere })).toMatchObject(held);
    expect((await post(of.holder, `/api/my-cards/${cardId}/freeze`)).status).toBe(200);
    server.clock.advance(DAY);
    await of.holder.enter(of.person.username, testPassword);
    await proveAgain(server, of.holder);
    expect((await replaceOwn(cardId, { shipping: elsewhere })).status).toBe(201);
  });

  test.each([
    ['without an address', {}],
    ['with the same one', { shipping: { ...home, line2: null, city: 'PORTLAND' } }],
  ])('a card is sent to the address on file, %s', async (_how, body) => {
    expect((await replaceOwn(await sentHome(), body)).status).toBe(201);
  });

  test('the holder sets no PIN, and an administrator can help', async () => {
    const cardId = await sentHome();
    expect(await post(of.holder, `/api/my-cards/${cardId}/pin`, { pin: '7391' })).toMatchObject(held);
    await proveAgain(server, of.administrator);
    expect((await post(of.administrator, `/api/cards/${cardId}/pin`, { pin: '7391' })).status).toBe(200);
    const replaced = keyed({ reason: 'LOST', shipping: elsewhere });
    expect((await post(of.administrator, `/api/cards/${cardId}/replace`, replaced)).status).toBe(201);
  });
});

test('an administrator who holds the card waits like every holder', async () => {
  const { db } = server.context;
  const { person_id: personId } = await db
    .selectFrom('membership')
    .select('person_id')
    .where('business_id', '=', of.businessId)
    .where('role', '=', 'ADMIN')
    .executeTakeFirstOrThrow();
  await db.updateTable('membership').set({ person_id: personId }).where('id', '=', of.membershipId).execute();
  await proveAgain(server, of.administrator);
  expect((await post(of.administrator, '/api/factors/backup-codes')).status).toBeLessThan(300);
  const held = { status: 403, body: { Code: 'HELD_AFTER_CHANGE' } };
  expect(await post(of.administrator, `/api/cards/${of.cardId}/pin`, { pin: '7391' })).toMatchObject(held);
  const replaced = keyed({ reason: 'LOST', shipping: elsewhere });
  expect(await post(of.administrator, `/api/cards/${of.cardId}/replace`, replaced)).toMatchObject(held);
});

test('people are told where a replacement goes', async () => {
  await proveAgain(server, of.holder);
  await replaceOwn(of.cardId, { shipping: elsewhere });
  const told = await server.context.db
    .selectFrom('notification')
    .select('facts')
    .where('membership_id', '=', of.membershipId)
    .where('kind', '=', 'CARD_CHANGE')
    .execute();
  expect(told.map(({ facts }) => facts)).toContainEqual(
    expect.objectContaining({ change: 'REPLACED', sentTo: '1 E•••, Austin' }),
  );
});

test('the page of a card names where it was sent, so far that people recognize the place', async () => {
  const shown = async (who: TestBrowser, path: string) => (await who.ask('GET', `${path}/${of.cardId}`)).body;
  expect(await shown(of.holder, '/api/my-cards')).toMatchObject({ kind: 'PHYSICAL', sentTo: null });
  await proveAgain(server, of.holder);
  const { body } = await replaceOwn(of.cardId, { shipping: elsewhere });
  of = { ...of, cardId: String(body['id']) };
  for (const [who, path] of [
    [of.holder, '/api/my-cards'],
    [of.administrator, '/api/cards'],
  ] as const)
    expect(await shown(who, path)).toMatchObject({ sentTo: '1 E•••, Austin', shipment: { method: 'EXPRESS' } });
});
