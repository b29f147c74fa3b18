import { cardDetails, HOUR, MINUTE } from '@florin/contract/limits';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CardProcessorError } from '../../../ports/card-processor/card-processor.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { addConfirmedEmail } from '../../../testing/contacts.ts';
import { TestBrowser } from '../../../testing/browser.ts';
import { addPerson, eventsOf, testPassword } from '../../../testing/person.ts';
import { addHolder, view } from '../../../testing/holder.ts';
import { addSender, linkedCode, proveAgain, TestVendor } from '../../../testing/cards/vendor.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const views = async (browser: TestBrowser) => (await browser.ask('GET', '/api/card-details/views')).body;

describe('the card of the current account', () => {
  test('is shown with a second factor of the last five minutes, and each view is recorded for its holder', async () => {
    const { browser, number, holder } = await addHolder(server);
    expect((await view(browser)).body).toMatchObject({ Code: 'STEP_UP_REQUIRED' });
    expect(await views(browser)).toEqual({
      card: { last4: number.slice(-4), nameOnCard: 'KIM SOTO', isViewable: true, heldUntil: null },
      views: [],
    });
    await proveAgain(server, browser);
    const shown = await view(browser);
    expect(shown).toMatchObject({
      status: 200,
      body: { cardNumber: number, nameOnCard: 'KIM SOTO', expirationDate: '2030-09-30' },
    });
    expect(shown.body['cvV2']).toMatch(/^\d{3}$/);
    expect(shown.headers['cache-control']).toBe('no-store');
    expect((await views(browser))['views']).toEqual([
      { id: expect.any(String), at: expect.any(String), by: 'HOLDER', vendor: null },
    ]);
    expect((await eventsOf(server, holder.id)).filter((type) => type === 'card_details_viewed')).toHaveLength(1);
    server.clock.advance(5 * MINUTE);
    expect((await view(browser)).body).toMatchObject({ Code: 'STEP_UP_REQUIRED' });
  });

  test('has the same security code at every view, and the database contains it nowhere', async () => {
    const { browser } = await addHolder(server);
    await proveAgain(server, browser);
    const [first, second] = [await view(browser), await view(browser)];
    expect(first.body).toEqual(second.body);
    const rows = await server.context.db.selectFrom('audit_event').select('details').execute();
    expect(rows.every(({ details }) => !('cvV2' in details))).toBe(true);
  });

  test('is not shown to a person with only a password', { tags: '@6.3' }, async () => {
    const { browser } = await addHolder(server, await addPerson(server, { contacts: [] }));
    const proven = await browser.ask('POST', '/api/step-up', { body: { password: testPassword, method: 'Password' } });
    expect(proven.status).toBe(200);
    expect((await view(browser)).body).toMatchObject({ Code: 'MFA_EMAIL_NOT_EXISTS' });
  });

  test('is not shown after the password alone, even if another factor exists by then', async () => {
    const { browser } = await addHolder(server, await addPerson(server, { contacts: [] }));
    await browser.ask('POST', '/api/step-up', { body: { password: testPassword, method: 'Password' } });
    await addConfirmedEmail(server, browser, 'intruder@else.example');
    expect((await view(browser)).body).toMatchObject({ Code: 'STEP_UP_REQUIRED' });
  });

  test.each(['PENDING_FULFILLMENT', 'PENDING_ACTIVATION', 'CLOSED'] as const)(
    'that is %s is not shown',
    async (status) => {
      const { browser, cardId } = await addHolder(server);
      await server.context.db.updateTable('card').set({ status }).where('id', '=', cardId).execute();
      await proveAgain(server, browser);
      expect((await view(browser)).body).toMatchObject({ Code: 'CARD_NOT_VIEWABLE' });
      expect((await views(browser))['card']).toMatchObject({ isViewable: false });
    },
  );

  test.each([
    ['whose account is closed', 'membership', { status: 'CLOSED' }, 'FORBIDDEN'],
    ['of a suspended business', 'business', { status: 'SUSPENDED', suspension_mode: 'Default' }, 'CARD_NOT_VIEWABLE'],
    ['of a closed business', 'business', { status: 'CLOSED' }, 'CARD_NOT_VIEWABLE'],
  ] as const)('%s is not shown', async (_whose, table, state, code) => {
    const { db } = server.context;
    const { browser, businessId, holder } = await addHolder(server);
    await proveAgain(server, browser);
    const id = table === 'membership' ? holder.membershipIds[0]! : businessId;
    await db.updateTable(table).set(state).where('id', '=', id).execute();
    const refused = await view(browser);
    expect(refused.body).toMatchObject({ Code: code });
  });

  test('is viewed ten times an hour, even by eleven calls at once', async () => {
    const { browser } = await addHolder(server);
    await proveAgain(server, browser);
    const answers = await Promise.all(Array.from({ length: cardDetails.viewsPerHour + 1 }, () => view(browser)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(cardDetails.viewsPerHour);
    const refused = answers.find(({ status }) => status === 429)!;
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(HOUR - MINUTE);
    expect((await views(browser))['views']).toHaveLength(cardDetails.viewsListed);
  });

  test('is not shown while the processor is down, and nothing is recorded then', async () => {
    const { browser } = await addHolder(server);
    await proveAgain(server, browser);
    const working = server.context.cardProcessor;
    server.context.cardProcessor = { ...working, securityCode: () => Promise.reject(new CardProcessorError('down')) };
    expect(await view(browser)).toMatchObject({ status: 503, body: { Code: 'BUSY' } });
    server.context.cardProcessor = working;
    expect((await views(browser))['views']).toEqual([]);
  });
});

test('a holder of several cards views the one they name, and none of another holder', async () => {
  const { browser, cardId, holder } = await addHolder(server);
  const other = await addHolder(server);
  const second = await addHolder(server, await addPerson(server));
  await server.context.db
    .updateTable('card')
    .set({ membership_id: holder.membershipIds[0]! })
    .where('id', '=', second.cardId)
    .execute();
  await proveAgain(server, browser);
  const numberOf = async (wanted: string) =>
    (await browser.ask('POST', '/api/card-details/view', { body: { cardId: wanted } })).body;
  expect(await numberOf(cardId)).not.toMatchObject({ cardNumber: second.number });
  expect(await numberOf(second.cardId)).toMatchObject({ cardNumber: second.number });
  expect(await numberOf(other.cardId)).toMatchObject({ Code: 'CARD_NOT_VIEWABLE' });
  const listed = await browser.ask('GET', `/api/card-details/views?cardId=${second.cardId}`);
  expect(listed.body).toMatchObject({ card: { last4: second.number.slice(-4) }, views: [{ by: 'HOLDER' }] });
  const hidden = await browser.ask('GET', `/api/card-details/views?cardId=${other.cardId}`);
  expect(hidden.body).toEqual({ card: null, views: [] });
});

test('an administrator has no card to view', async () => {
  const { administrator } = await addSender(server);
  expect(await view(administrator)).toMatchObject({ status: 403, body: { Code: 'FORBIDDEN' } });
});

test('an account without a card has nothing to show', async () => {
  const person = await addPerson(server);
  const browser = new TestBrowser(server);
  await browser.login(person.username, testPassword);
  await proveAgain(server, browser);
  expect((await view(browser)).body).toMatchObject({ Code: 'CARD_NOT_VIEWABLE' });
  expect(await views(browser)).toEqual({ card: null, views: [] });
});

test('a holder sees that a vendor has viewed the card, and who sent the link', async () => {
  const sender = await addSender(server);
  const { browser } = await addHolder(server, undefined, sender);
  const { code } = await linkedCode(server, sender, { email: 'till@vendors.example' });
  const vendor = new TestVendor(server);
  const opened = await vendor.exchange(code);
  expect((await views(browser))['views']).toEqual([]);
  await vendor.details(String(opened.body['access_token']));
  expect((await views(browser))['views']).toMatchObject([
    { by: 'VENDOR', vendor: { email: 'till@vendors.example', sentBy: 'Robin Example' } },
  ]);
});
