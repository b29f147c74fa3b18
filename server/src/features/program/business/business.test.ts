import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoPassword } from '../../../demo/people.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { post } from '../../../core/ledger/queries.ts';
import { TestBrowser } from '../../../testing/browser.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const browsers = new Map<string, TestBrowser>();

/** Each person signs in once: codes are sent sparingly. */
async function browserOf(username: string): Promise<TestBrowser> {
  const known = browsers.get(username);
  if (known) return known;
  const browser = new TestBrowser(server);
  await browser.signIn(username, demoPassword);
  browsers.set(username, browser);
  return browser;
}
const usd = (amount: number) => ({ amount, currency: 'USD' });

/** Books another fee that the balance cannot cover. */
async function oweMore(amount: bigint) {
  const { db, clock } = server.context;
  const accounts = await db
    .selectFrom('financial_account')
    .innerJoin('business', 'business.id', 'business_id')
    .select(['financial_account.id', 'kind'])
    .where('business.name', '=', 'Summit Street Garage')
    .execute();
  const idOf = (kind: string) => accounts.find((account) => account.kind === kind)!.id;
  const sides = { debitAccountId: idOf('fees_receivable'), creditAccountId: idOf('fees_income') };
  const words = { code: 'FEE_UNPAID', description: 'Monthly program fee, not paid' } as const;
  await post(db, { key: 'test|fee', ...sides, ...words, amount, at: clock.now() });
}

test('the fees owed come from the ledger; the notice stays hidden until more is owed', async () => {
  const browser = await browserOf('fees');
  const fees = async () => (await browser.ask('GET', '/api/business/outstanding-fees')).body;
  expect(await fees()).toEqual({ warehouseAmount: usd(25_00), dismissed: false });
  expect((await browser.ask('POST', '/api/business/outstanding-fees/dismiss', { body: {} })).status).toBe(204);
  expect(await fees()).toEqual({ warehouseAmount: usd(25_00), dismissed: true });
  await oweMore(10_00n);
  expect(await fees()).toEqual({ warehouseAmount: usd(35_00), dismissed: false });
  const entries = await browser.ask('GET', '/api/balances/entries?figure=FEES_OWED');
  const description = 'Monthly program fee, not paid';
  expect(entries.body['items']).toMatchObject([
    { description, amount: usd(10_00), balanceAfter: usd(35_00) },
    { description, amount: usd(25_00), balanceAfter: usd(25_00) },
  ]);
  const cardId = '01990000-0000-7000-8000-000000000000';
  expect((await browser.ask('GET', `/api/balances/entries?figure=FEES_OWED&cardId=${cardId}`)).status).toBe(404);
});

test('a business without debt owes nothing', async () => {
  const browser = await browserOf('admin');
  expect((await browser.ask('GET', '/api/business/outstanding-fees')).body).toEqual({
    warehouseAmount: usd(0),
    dismissed: false,
  });
});

test.each([
  ['credit.admin', 250_000_00],
  ['no.line', 0],
  ['admin', 0],
])('the credit line of %s is %d', { tags: ['@3.41', '@7.42'] }, async (username, amount) => {
  const browser = await browserOf(username);
  expect((await browser.ask('GET', '/api/business/credit-line')).body).toEqual({ amount: usd(amount) });
});

test('the settings say whether a lost bank suspends the business', { tags: ['@3.42', '@6.10', '@7.42'] }, async () => {
  const settings = async (username: string) =>
    (await (await browserOf(username)).ask('GET', '/api/business/settings')).body;
  expect(await settings('unlinked')).toEqual({ automaticBusinessSuspension: true });
  expect(await settings('admin')).toEqual({ automaticBusinessSuspension: false });
});

test('a cardholder cannot read any of it', { tags: '@6.10' }, async () => {
  const browser = await browserOf('cardholder');
  for (const path of ['credit-line', 'settings', 'outstanding-fees'])
    expect((await browser.ask('GET', `/api/business/${path}`)).body['Code'], path).toBe('FORBIDDEN');
});

test('going back to admin is remembered', { tags: ['@3.37', '@7.38'] }, async () => {
  const browser = await browserOf('admin');
  const preference = async () => (await browser.ask('GET', '/api/user-preference')).body;
  expect(await preference()).toEqual({ preferNewApp: true });
  await browser.ask('POST', '/api/user-preference', { body: { preferNewApp: false } });
  expect(await preference()).toEqual({ preferNewApp: false });
});
