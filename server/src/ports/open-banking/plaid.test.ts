import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { clientId, plaidSecret, startPlaid } from '../../testing/ports/plaid.ts';
import { offsetClock } from '../clock/offset.ts';
import { demoCustomers } from './demo-customers.ts';
import { OpenBankingError } from './open-banking.ts';
import { plaidOpenBanking, type PlaidSettings } from './plaid.ts';

const clock = offsetClock();
let plaid: Awaited<ReturnType<typeof startPlaid>>;
beforeAll(async () => {
  plaid = await startPlaid(clock);
});
afterEach(() => plaid.answerWith(null));
afterAll(() => plaid.close());

const bank = (change: Partial<PlaidSettings> = {}) =>
  plaidOpenBanking({ url: plaid.url, clientId, secret: plaidSecret, webhookUrl: null, clock, ...change });
const request = { businessId: 'business-1', programName: 'Florin', repairs: null, returnUrl: null };
const lastBody = () => plaid.requests.at(-1)!.body;
const failure = (calling: Promise<unknown>) =>
  calling.then(
    () => 'none',
    (error: unknown) => (error instanceof OpenBankingError ? error.failure : error),
  );

test('a new link asks for the numbers of checking and savings accounts in the United States', async () => {
  await bank({ webhookUrl: 'https://cards.example.com/hook' }).startLink({
    ...request,
    programName: 'The Expense Card Program of the Northwind Traders',
    returnUrl: 'https://cards.example.com/back',
  });
  expect(lastBody()).toEqual({
    client_name: 'The Expense Card Program of th',
    language: 'en',
    country_codes: ['US'],
    user: { client_user_id: 'business-1' },
    webhook: 'https://cards.example.com/hook',
    redirect_uri: 'https://cards.example.com/back',
    products: ['auth'],
    optional_products: ['identity'],
    account_filters: { depository: { account_subtypes: ['checking', 'savings'] } },
  });
});

test('a link that repairs names its connection, and no products', async () => {
  const { linkToken } = await bank().startLink(request);
  const { accessToken } = await bank().exchange(plaid.finishLink(linkToken, demoCustomers[0]!.accounts));
  await bank().startLink({ ...request, repairs: accessToken });
  expect(lastBody()).toEqual({
    client_name: 'Florin',
    language: 'en',
    country_codes: ['US'],
    user: { client_user_id: 'business-1' },
    access_token: accessToken,
  });
});

test('a bank that does not tell its owners is connected without', async () => {
  const { linkToken } = await bank().startLink(request);
  const { accessToken } = await bank().exchange(plaid.finishLink(linkToken, demoCustomers[0]!.accounts));
  plaid.refusePath('/identity/get');
  expect((await bank().accountsOf(accessToken)).accounts.map(({ ownerNames }) => ownerNames)).toEqual([[], [], [], []]);
  plaid.refusePath(null);
});

test('a person with loans alone has no account to connect', async () => {
  const { linkToken } = await bank().startLink(request);
  const { accessToken } = await bank().exchange(plaid.finishLink(linkToken, demoCustomers[1]!.accounts));
  expect(await failure(bank().accountsOf(accessToken))).toBe('accounts');
});

const answer =
  (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  (response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };

describe('no usable answer', () => {
  test.each<[string, (response: ServerResponse) => void]>([
    ['500', answer({ error_code: 'INTERNAL_SERVER_ERROR' }, 500)],
    ['429', answer({ error_code: 'RATE_LIMIT_EXCEEDED' }, 429)],
    ['a bank that is down', answer({ error_code: 'INSTITUTION_DOWN' }, 400)],
    ['a code with other text', answer({ error_code: 'Jane Doe' }, 400)],
    ['wrong credentials', answer({ error_code: 'INVALID_API_KEYS' }, 400)],
    ['a page', answer('<html>', 502)],
    ['another address', answer('', 302, { location: 'http://127.0.0.1:1/' })],
    ['a dropped connection', (response) => response.destroy()],
    ['no answer at all', () => undefined],
  ])('%s', async (_what, behaviour) => {
    plaid.answerWith(behaviour);
    const calling = bank({ patienceMilliseconds: 60 }).exchange('public-sandbox-of-a-person');
    await expect(calling).rejects.toMatchObject({ failure: 'unavailable' });
    await expect(calling).rejects.not.toThrow(/secret-of|public-sandbox|Jane/);
  });
});

describe('webhooks', () => {
  const read = (fields: Record<string, unknown>, options = {}) => bank().readWebhook(plaid.webhook(fields, options));
  const about = { item_id: 'item-1' };

  test.each([
    ['ERROR', { error: { error_code: 'ITEM_LOGIN_REQUIRED' } }, { kind: 'lost', itemId: 'item-1' }],
    ['USER_PERMISSION_REVOKED', {}, { kind: 'lost', itemId: 'item-1' }],
    ['LOGIN_REPAIRED', {}, { kind: 'restored', itemId: 'item-1' }],
    ['ERROR', { error: { error_code: 'INSTITUTION_DOWN' } }, null],
    ['PENDING_EXPIRATION', {}, null],
  ])('%s %j', async (webhook_code, fields, event) => {
    expect(await read({ webhook_code, ...about, ...fields })).toEqual(event);
  });

  test('of other products mean nothing here', async () => {
    expect(await read({ webhook_type: 'AUTH', webhook_code: 'DEFAULT_UPDATE', ...about })).toBeNull();
  });

  test('are accepted for five minutes, and with the time of the signature', async () => {
    const now = Math.floor(clock.now().getTime() / 1000);
    const lost = { webhook_code: 'USER_PERMISSION_REVOKED', ...about };
    expect(await read(lost, { iat: now - 290 })).not.toBeNull();
    expect(await failure(read(lost, { iat: now - 310 }))).toBe('signature');
    expect(await failure(read(lost, { iat: now + 310 }))).toBe('signature');
  });

  test.each(['', 'a', 'a.b', 'a.b.c', 'e30.e30.e30'])('%j is no signature', async (jwt) => {
    const body = Buffer.from('{}');
    expect(
      await failure(bank().readWebhook({ headers: { 'plaid-verification': jwt }, body, source: '192.0.2.1' })),
    ).toBe('signature');
  });

  test('a key is fetched once, and unknown ones take neither its place nor the tries of another address', async () => {
    const one = bank();
    const keysAsked = () => plaid.requests.filter(({ path }) => path === '/webhook_verification_key/get').length;
    const before = keysAsked();
    const lost = { webhook_code: 'USER_PERMISSION_REVOKED', ...about };
    const junk = (count: number, source: string) =>
      Promise.all(
        Array.from({ length: count }, (_, i) =>
          failure(one.readWebhook(plaid.webhook(lost, { kid: `stranger-${i}`, source }))),
        ),
      );
    // Before Plaid's own key is known …
    await junk(100, '198.51.100.1');
    expect(keysAsked() - before).toBe(10);
    for (let i = 0; i < 12; i += 1) await one.readWebhook(plaid.webhook(lost));
    expect(keysAsked() - before).toBe(11);
    // … while unknown ones are fetched, and afterwards, even for an address without tries.
    const asking = junk(100, '198.51.100.2');
    expect(await one.readWebhook(plaid.webhook(lost))).toEqual({ kind: 'lost', itemId: 'item-1' });
    await asking;
    const tired = plaid.webhook(lost, { source: '198.51.100.2' });
    expect(await one.readWebhook(tired)).toEqual({ kind: 'lost', itemId: 'item-1' });
    expect(keysAsked() - before).toBe(21);
  });
});
