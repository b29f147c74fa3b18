import { bankLinks, externalAccountsPerBusiness } from '@florin/contract/limits';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createApp } from '../../../../app.ts';
import { demoPassword } from '../../../../demo/people.ts';
import { offsetClock } from '../../../../ports/clock/offset.ts';
import { demoCustomers } from '../../../../ports/open-banking/demo-customers.ts';
import { embeddedOpenBanking, type EmbeddedOpenBanking } from '../../../../ports/open-banking/embedded.ts';
import { OpenBankingError } from '../../../../ports/open-banking/open-banking.ts';
import { plaidOpenBanking } from '../../../../ports/open-banking/plaid.ts';
import { newId } from '../../../../db/ids.ts';
import { openDatabase, openPool } from '../../../../db/open.ts';
import { administratorOf, account as typedAccount, amountsIn } from '../../../../testing/money/bank-account.ts';
import { connectBank, shareAccounts, startLink } from '../../../../testing/money/bank-link.ts';
import { outbox, sentMessages, TestBrowser } from '../../../../testing/browser.ts';
import { clientId, plaidSecret, startPlaid } from '../../../../testing/ports/plaid.ts';
import { addPerson, testPassword } from '../../../../testing/person.ts';
import { endOf } from '../../../../testing/database/open.ts';
import { startTestServer, type TestServer } from '../../../../testing/server.ts';
import { checkConnections } from './connection-state.ts';
import { itemIndex } from './connections.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const bankOf = ({ context }: TestServer) => context.openBanking as EmbeddedOpenBanking;
const bank = () => bankOf(server);
const accountsOf = async (browser: TestBrowser) =>
  (await browser.ask('GET', '/api/external-accounts')).body['accounts'] as Record<string, unknown>[];
const events = async (businessId: string) => {
  const rows = await server.context.db
    .selectFrom('audit_event')
    .select('type')
    .where('business_id', '=', businessId)
    .where((eb) => eb.or([eb('type', 'like', 'bank_%'), eb('type', 'like', 'business_bank%')]))
    .orderBy('sequence')
    .execute();
  return rows.map(({ type }) => type);
};
const businessOf = async (accountId: unknown) =>
  (
    await server.context.db
      .selectFrom('external_account')
      .select('business_id')
      .where('id', '=', String(accountId))
      .executeTakeFirstOrThrow()
  ).business_id;

describe('connecting a bank', () => {
  test('validates the shared accounts at once; the first is the primary one, and the administrator is told', async () => {
    const { browser, person } = await administratorOf(server);
    const connected = await connectBank(browser, ['checking-4410', 'savings-4428', 'card-0071']);
    expect(connected).toMatchObject({
      status: 200,
      body: {
        accounts: [
          {
            bankName: 'First Demo Bank',
            accountType: 'CHECKING',
            accountLast4: '4410',
            authenticationMethod: 'OPENBANKING',
            openBankingConnection: { isActive: true },
            status: 'ACTIVE',
            isPrimary: true,
          },
          { accountLast4: '4428', accountType: 'SAVINGS', isPrimary: false },
        ],
      },
    });
    const [first] = await accountsOf(browser);
    expect(await events(await businessOf(first!['id']))).toEqual([
      'bank_link_started',
      'bank_account_connected',
      'bank_account_validated',
      'bank_account_connected',
      'bank_account_validated',
    ]);
    await sentMessages(server);
    const mails = (await outbox(server)).filter(({ recipient }) => recipient === `${person.id}@people.example`);
    expect(mails.map(({ text }) => text).join('\n')).toContain(
      'the accounts ending in 4410 and 4428 at First Demo Bank',
    );
  });

  test('is told to the other administrators, with the accounts', async () => {
    const { browser, person } = await administratorOf(server);
    const { id, linkToken } = await startLink(browser);
    const other = await addPerson(server, { accounts: [{ role: 'ADMIN' }] });
    await server.context.db
      .updateTable('membership')
      .set((eb) => ({
        business_id: eb.selectFrom('membership').select('business_id').where('person_id', '=', person.id),
      }))
      .where('person_id', '=', other.id)
      .execute();
    const publicToken = await shareAccounts(browser, linkToken, ['checking-4410', 'savings-4428']);
    await browser.ask('POST', `/api/bank-links/${id}/finish`, { body: { publicToken } });
    await sentMessages(server);
    const mails = (await outbox(server)).filter(({ recipient }) => recipient === `${other.id}@people.example`);
    expect(mails.map(({ text }) => text).join('\n')).toContain(
      'has added the accounts ending in 4410 and 4428 at First Demo Bank',
    );
  });

  test('neither numbers nor tokens are readable in the database', async () => {
    const { browser } = await administratorOf(server);
    const { id, linkToken } = await startLink(browser);
    const publicToken = await shareAccounts(browser, linkToken, ['checking-4410']);
    await browser.ask('POST', `/api/bank-links/${id}/finish`, { body: { publicToken } });
    const { db } = server.context;
    const rows = [
      await db.selectFrom('bank_connection').selectAll().execute(),
      await db.selectFrom('bank_link').selectAll().execute(),
      await db.selectFrom('embedded_bank_item').selectAll().execute(),
      await db.selectFrom('external_account').selectAll().where('connection_id', 'is not', null).execute(),
    ];
    const stored = JSON.stringify(rows, (_key, value: unknown) =>
      Buffer.isBuffer(value) ? value.toString('latin1') : value,
    );
    for (const secret of [publicToken, linkToken, '200030004410']) expect(stored).not.toContain(secret);
  });

  test('needs a fresh proof', async () => {
    const { browser } = await administratorOf(server);
    server.clock.advance(6 * 60);
    const refused = await browser.ask('POST', '/api/bank-links', { body: {} });
    expect(refused.body['Code']).toBe('STEP_UP_REQUIRED');
  });

  test('is for administrators, and finished by the session that has started it', async () => {
    const { browser } = await administratorOf(server);
    const { id, linkToken } = await startLink(browser);
    const publicToken = await shareAccounts(browser, linkToken, ['checking-4410']);
    const finish = (by: TestBrowser) => by.ask('POST', `/api/bank-links/${id}/finish`, { body: { publicToken } });
    expect((await finish((await administratorOf(server)).browser)).body['Code']).toBe('NOT_FOUND');
    const cardholder = await addPerson(server);
    const other = new TestBrowser(server);
    await other.login(cardholder.username, testPassword);
    expect((await finish(other)).body['Code']).toBe('FORBIDDEN');
    expect((await other.ask('POST', '/api/bank-links', { body: {} })).body['Code']).toBe('FORBIDDEN');
    expect((await finish(browser)).status).toBe(200);
  });

  test('repeated, and sixteen times at once, connects once and answers the same', async () => {
    const { browser } = await administratorOf(server);
    const { id, linkToken } = await startLink(browser);
    const publicToken = await shareAccounts(browser, linkToken, ['checking-4410']);
    const finish = () => browser.ask('POST', `/api/bank-links/${id}/finish`, { body: { publicToken } });
    const first = await finish();
    expect(first.status).toBe(200);
    expect((await finish()).body).toEqual(first.body);

    const { id: next, linkToken: token } = await startLink(browser);
    const shared = await shareAccounts(browser, token, ['savings-4428']);
    const answers = await Promise.all(
      Array.from({ length: 16 }, () =>
        browser.ask('POST', `/api/bank-links/${next}/finish`, { body: { publicToken: shared } }),
      ),
    );
    for (const each of answers)
      expect(each).toMatchObject({ status: 200, body: { accounts: [{ accountLast4: '4428' }] } });
    expect((await accountsOf(browser)).map(({ accountLast4 }) => accountLast4)).toEqual(['4410', '4428']);
  });

  test('an account that is connected already is refused, and its new connection ends at the bank', async () => {
    const { browser } = await administratorOf(server);
    await connectBank(browser, ['checking-4410']);
    const items = () => server.context.db.selectFrom('embedded_bank_item').select('id').execute();
    const before = (await items()).length;
    expect((await connectBank(browser, ['checking-4410'])).body['Code']).toBe('BANK_ACCOUNT_EXISTS');
    expect(await items()).toHaveLength(before);
  });

  test('an account that awaits its deposits is validated without them; a locked one stays locked', async () => {
    const { browser } = await administratorOf(server);
    const body = { ...typedAccount, routingNumber: '000000518', accountNumber: '200030004410' };
    const { body: added } = await browser.ask('POST', '/api/external-accounts', { body });
    const id = String(added['id']);
    expect((await connectBank(browser, ['checking-4410'])).body).toMatchObject({
      accounts: [{ id, status: 'ACTIVE', authenticationMethod: 'OPENBANKING' }],
    });
    const { db } = server.context;
    await db
      .updateTable('external_account')
      .set({
        status: 'VALIDATIONFAILED',
        authentication_method: 'MICRODEPOSITS',
        connection_active: null,
        connection_id: null,
      })
      .where('id', '=', id)
      .execute();
    expect((await connectBank(browser, ['checking-4410'])).body['Code']).toBe('VALIDATION_LOCKED');
  });

  test('deposits after a lost connection are another pair', async () => {
    const { browser } = await administratorOf(server);
    const body = { ...typedAccount, routingNumber: '000000518', accountNumber: '200030004410' };
    const { body: added } = await browser.ask('POST', '/api/external-accounts', { body });
    const id = String(added['id']);
    await amountsIn(server, id);
    await connectBank(browser, ['checking-4410']);
    const { db } = server.context;
    await db.updateTable('external_account').set({ connection_active: false }).where('id', '=', id).execute();
    const items = () => db.selectFrom('embedded_bank_item').select('id').execute();
    const before = (await items()).length;
    const again = await browser.ask('POST', '/api/external-accounts', { body: { ...body, reconnects: id } });
    expect(again.status).toBe(201);
    // No account uses the connection any more: it ends at the bank.
    expect(await items()).toHaveLength(before - 1);
    const { reference } = await db
      .selectFrom('micro_deposit')
      .select('reference')
      .where('external_account_id', '=', id)
      .executeTakeFirstOrThrow();
    const amounts = await amountsIn(server, reference);
    const validated = await browser.ask('POST', `/api/external-accounts/${id}/validate`, { body: { amounts } });
    expect(validated).toMatchObject({ status: 200, body: { authenticationMethod: 'MICRODEPOSITS', status: 'ACTIVE' } });
  });

  test('a connection stays at the bank as long as one of its accounts uses it', async () => {
    const { browser } = await administratorOf(server);
    await connectBank(browser, ['checking-4410', 'savings-4428']);
    const [first] = await accountsOf(browser);
    const id = String(first!['id']);
    const { db } = server.context;
    await db.updateTable('external_account').set({ connection_active: false }).where('id', '=', id).execute();
    const items = () => db.selectFrom('embedded_bank_item').select('id').execute();
    const before = (await items()).length;
    const body = { ...typedAccount, routingNumber: '000000518', accountNumber: '200030004410', reconnects: id };
    expect((await browser.ask('POST', '/api/external-accounts', { body })).status).toBe(201);
    expect(await items()).toHaveLength(before);
  });

  test('stops at ten accounts, and says so before the bank is opened', async () => {
    const { browser } = await administratorOf(server);
    await connectBank(browser, ['checking-4410']);
    const [first] = await accountsOf(browser);
    const { db } = server.context;
    const row = await db
      .selectFrom('external_account')
      .selectAll()
      .where('id', '=', String(first!['id']))
      .executeTakeFirstOrThrow();
    const copies = Array.from({ length: externalAccountsPerBusiness - 1 }, (_, i) => ({
      ...row,
      id: newId(),
      is_primary: false,
      number_index: Buffer.from(`copy ${i} of ${row.id}`),
    }));
    await db.insertInto('external_account').values(copies).execute();
    const refused = await browser.ask('POST', '/api/bank-links', { body: {} });
    expect(refused.body['Code']).toBe('BANK_ACCOUNT_LIMIT_REACHED');
  });

  test('an expired link, an unknown token and a bank that is down each have their reason', async () => {
    const { browser } = await administratorOf(server);
    const { id, linkToken } = await startLink(browser);
    const finish = (publicToken: string) =>
      browser.ask('POST', `/api/bank-links/${id}/finish`, { body: { publicToken } });
    expect((await finish('invented')).body).toMatchObject({ Code: 'BANK_LINK_FAILED', Reason: 'expired' });
    const signIn = (username: string, password: string) =>
      browser.ask('POST', '/api/demo-bank/sign-in', { body: { linkToken, username, password } });
    expect((await signIn('demo', 'wrong')).body).toMatchObject({ Code: 'BANK_LINK_FAILED', Reason: 'credentials' });
    expect((await signIn('demo.down', 'demo-bank')).body).toMatchObject({ Reason: 'down' });
    const { visit } = (await signIn('demo.loans', 'demo-bank')).body;
    const share = { body: { visit, accountIds: ['loan-8080'] } };
    expect((await browser.ask('POST', '/api/demo-bank/share', share)).body).toMatchObject({ Reason: 'accounts' });
    const publicToken = await shareAccounts(browser, linkToken, ['checking-4410']);
    server.clock.advance(31 * 60);
    const late = new TestBrowser(server);
    expect((await late.ask('POST', `/api/bank-links/${id}/finish`, { body: { publicToken } })).status).toBe(401);
  });

  test('a business starts thirty links a day', async () => {
    const { browser, person } = await administratorOf(server);
    const { business_id: businessId } = await server.context.db
      .selectFrom('membership')
      .select('business_id')
      .where('id', '=', person.membershipIds[0]!)
      .executeTakeFirstOrThrow();
    await startLink(browser);
    await server.context.db
      .updateTable('throttle')
      .set({ failures: bankLinks.perBusiness })
      .where('key', '=', server.context.keys.mac('bank-links', businessId))
      .execute();
    const refused = await browser.ask('POST', '/api/bank-links', { body: {} });
    expect([refused.status, Number(refused.headers['retry-after']) > 80_000]).toEqual([429, true]);
  });
});

describe('two processes', () => {
  let twin: TestServer;
  let first: TestServer;
  let endPool: () => Promise<void>;
  beforeAll(async () => {
    let databaseUrl = '';
    first = await startTestServer({ reach: (url) => Promise.resolve((databaseUrl = url)) });
    // With connections of its own.
    const pool = openPool(databaseUrl);
    endPool = endOf(pool);
    const { clock, keys } = first.context;
    const openBanking = embeddedOpenBanking({ pool, clock, keys });
    const context = { ...first.context, db: openDatabase(pool), openBanking };
    twin = { ...first, context, app: await createApp(context) };
  });
  afterAll(async () => {
    await twin.app.close();
    await endPool();
    await first.close();
  });

  /** Sixteen finishes of a link at once, half of them in each process. */
  async function finishes(accountId: string) {
    const { browser } = await administratorOf(first);
    const { id, linkToken } = await startLink(browser);
    const publicToken = await shareAccounts(browser, linkToken, [accountId]);
    const there = new TestBrowser(twin);
    for (const [name, value] of browser.cookies) there.cookies.set(name, value);
    const finish = (by: TestBrowser) => by.ask('POST', `/api/bank-links/${id}/finish`, { body: { publicToken } });
    const answers = await Promise.all(Array.from({ length: 16 }, (_, index) => finish(index % 2 ? browser : there)));
    return { browser, id, answers, again: await finish(there) };
  }

  test('connect a shared account once, and all calls get that answer', async () => {
    const exchanged = vi.spyOn(bankOf(first), 'exchange');
    const exchangedThere = vi.spyOn(bankOf(twin), 'exchange');
    const { browser, answers, again } = await finishes('checking-4410');
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    for (const { body } of [...answers, again]) expect(body).toEqual(answers[0]!.body);
    expect(exchanged.mock.calls.length + exchangedThere.mock.calls.length).toBe(1);
    expect((await browser.ask('GET', '/api/external-accounts')).body['accounts']).toHaveLength(1);
  });

  test('give the same refusal', async () => {
    const down = () => Promise.reject(new OpenBankingError('unavailable', 'down'));
    const spies = [first, twin].map((each) => vi.spyOn(bankOf(each), 'accountsOf').mockImplementation(down));
    const { answers } = await finishes('checking-4410');
    for (const spy of spies) spy.mockRestore();
    for (const { body } of answers) expect(body).toMatchObject({ Code: 'BANK_LINK_FAILED', Reason: 'down' });
  });

  test('go on after one that was killed while it finished', async () => {
    const { browser } = await administratorOf(first);
    const { id, linkToken } = await startLink(browser);
    const publicToken = await shareAccounts(browser, linkToken, ['savings-4428']);
    await first.context.db
      .updateTable('bank_link')
      .set({ claimed_until: new Date(first.clock.now().getTime() + 120_000) })
      .where('id', '=', id)
      .execute();
    first.clock.advance(121);
    expect((await browser.ask('POST', `/api/bank-links/${id}/finish`, { body: { publicToken } })).status).toBe(200);
  });
});

describe('a lost connection', () => {
  test('ends the suspension for it once the account is reconnected at its bank', { tags: '@beyond.24' }, async () => {
    const browser = new TestBrowser(server);
    await browser.signIn('suspended.bank', demoPassword);
    const [lost] = await accountsOf(browser);
    const id = String(lost!['id']);
    const other = await connectBank(browser, ['checking-4410'], id);
    expect(other.body).toMatchObject({ Code: 'BANK_LINK_FAILED', Reason: 'other' });
    expect((await browser.ask('GET', '/api/user-info')).body['businessSuspended']).toBe(true);

    expect(await connectBank(browser, ['checking-3106', 'checking-4410'], id)).toMatchObject({
      status: 200,
      body: { accounts: [{ id, openBankingConnection: { isActive: true }, isPrimary: true }] },
    });
    // Reconnecting one account adds no other.
    expect(await accountsOf(browser)).toHaveLength(1);
    expect((await browser.ask('GET', '/api/user-info')).body).toMatchObject({
      businessSuspended: false,
      suspensionMode: null,
    });
    expect(await events(await businessOf(id))).toContain('business_bank_suspension_lifted');
    expect((await browser.ask('POST', '/api/bank-links', { body: { reconnects: id } })).body['Code']).toBe(
      'BANK_ACCOUNT_EXISTS',
    );
  });

  test('of another business is not found', async () => {
    const browser = new TestBrowser(server);
    await browser.signIn('unlinked', demoPassword);
    const [lost] = await accountsOf(browser);
    const stranger = (await administratorOf(server)).browser;
    const refused = await stranger.ask('POST', '/api/bank-links', { body: { reconnects: lost!['id'] } });
    expect(refused.body['Code']).toBe('NOT_FOUND');
  });

  /** Connects an account, and sends the webhook that the bank has sent. */
  async function lose(browser: TestBrowser, accountIds: string[]) {
    await connectBank(browser, accountIds);
    const [first] = await accountsOf(browser);
    const { db, keys } = server.context;
    const { connection_id: connectionId } = await db
      .selectFrom('external_account')
      .select('connection_id')
      .where('id', '=', String(first!['id']))
      .executeTakeFirstOrThrow();
    const { item_index: index } = await db
      .selectFrom('bank_connection')
      .select('item_index')
      .where('id', '=', connectionId)
      .executeTakeFirstOrThrow();
    const items = await db.selectFrom('embedded_bank_item').select('id').execute();
    const item = items.find((each) => itemIndex({ keys }, 'OPENBANKING', each.id).equals(index))!;
    const { headers, body } = await bank().loseConnection(item.id);
    return { id: String(first!['id']), headers, body };
  }
  const send = (headers: Record<string, string>, body: Buffer) =>
    server.app.inject({
      method: 'POST',
      url: '/webhooks/open-banking',
      headers: { host: 'localhost', 'content-type': 'application/json', ...headers },
      payload: body,
    });

  test('is told by a signed webhook, once, and repaired by the same connection', async () => {
    const { browser } = await administratorOf(server);
    const { id, headers, body } = await lose(browser, ['checking-4410', 'savings-4428']);
    expect((await send({}, body)).statusCode).toBe(403);
    expect((await send({ 'x-embedded-bank-signature': 'AAAA' }, body)).statusCode).toBe(403);
    expect((await accountsOf(browser))[0]).toMatchObject({ openBankingConnection: { isActive: true } });
    for (let i = 0; i < 3; i += 1) expect((await send(headers, body)).statusCode).toBe(204);
    expect((await accountsOf(browser)).map((account) => account['openBankingConnection'])).toEqual([
      { isActive: false },
      { isActive: false },
    ]);
    const lostEvents = (await events(await businessOf(id))).filter((type) => type === 'bank_connection_lost');
    expect(lostEvents).toHaveLength(1);

    const connections = () => server.context.db.selectFrom('bank_connection').select('id').execute();
    const before = (await connections()).length;
    const repaired = await connectBank(browser, ['checking-4410', 'savings-4428'], id);
    expect((repaired.body['accounts'] as unknown[]).length).toBe(2);
    expect(await connections()).toHaveLength(before);
  });

  test('is found by the daily check, too, if the webhook was missed', async () => {
    const { browser } = await administratorOf(server);
    const { id } = await lose(browser, ['checking-4410']);
    expect((await accountsOf(browser))[0]).toMatchObject({ openBankingConnection: { isActive: true } });
    for (let i = 0; i < 2; i += 1) await checkConnections(server.context);
    expect((await accountsOf(browser))[0]).toMatchObject({ id, openBankingConnection: { isActive: false } });
    expect((await events(await businessOf(id))).filter((type) => type === 'bank_connection_lost')).toHaveLength(1);
  });

  test('an account is connected anew where the bank has forgotten the connection', async () => {
    const { browser } = await administratorOf(server);
    const { id, headers, body } = await lose(browser, ['checking-4410']);
    await send(headers, body);
    await server.context.db.deleteFrom('embedded_bank_item').execute();
    expect((await connectBank(browser, ['checking-4410'], id)).body).toMatchObject({
      accounts: [{ id, openBankingConnection: { isActive: true } }],
    });
  });
});

describe('the token of a repair, at a link that connects', () => {
  const clock = offsetClock();
  let plaid: Awaited<ReturnType<typeof startPlaid>>;
  let withPlaid: TestServer;
  beforeAll(async () => {
    plaid = await startPlaid(clock);
    const settings = { url: plaid.url, clientId, secret: plaidSecret, webhookUrl: null, clock };
    withPlaid = await startTestServer({ openBanking: plaidOpenBanking(settings) });
  });
  afterAll(async () => {
    await withPlaid.close();
    await plaid.close();
  });

  const shared = demoCustomers[0]!.accounts.filter(({ id }) => id === 'checking-4410');
  const finish = (browser: TestBrowser, id: string, publicToken: string) =>
    browser.ask('POST', `/api/bank-links/${id}/finish`, { body: { publicToken } });

  /** Connects an account and loses it. @returns the token of its repair, which the repairing link does not use up */
  async function repairOf(browser: TestBrowser) {
    const link = await startLink(browser);
    expect((await finish(browser, link.id, plaid.finishLink(link.linkToken, shared))).status).toBe(200);
    const id = String((await accountsOf(browser))[0]!['id']);
    const { db } = withPlaid.context;
    await db.updateTable('external_account').set({ connection_active: false }).where('id', '=', id).execute();
    const repair = await startLink(browser, id);
    return { id, publicToken: plaid.finishLink(repair.linkToken, shared) };
  }

  test('renews its own connection', async () => {
    const { browser } = await administratorOf(withPlaid);
    const { id, publicToken } = await repairOf(browser);
    const link = await startLink(browser);
    expect(await finish(browser, link.id, publicToken)).toMatchObject({
      status: 200,
      body: { accounts: [{ id, openBankingConnection: { isActive: true } }] },
    });
    for (let i = 0; i < 2; i += 1) await checkConnections(withPlaid.context);
    expect((await accountsOf(browser))[0]).toMatchObject({ openBankingConnection: { isActive: true } });
  });

  test('connects nothing to another business, and the connection goes on', async () => {
    const { browser } = await administratorOf(withPlaid);
    const { id, publicToken } = await repairOf(browser);
    const other = (await administratorOf(withPlaid)).browser;
    const link = await startLink(other);
    const refused = await finish(other, link.id, publicToken);
    expect(refused).toMatchObject({ status: 409, body: { Code: 'BANK_LINK_FAILED', Reason: 'other' } });
    expect(await accountsOf(other)).toEqual([]);

    const repair = await startLink(browser, id);
    expect(await finish(browser, repair.id, plaid.finishLink(repair.linkToken, shared))).toMatchObject({
      status: 200,
      body: { accounts: [{ id, openBankingConnection: { isActive: true } }] },
    });
    expect(await withPlaid.context.db.selectFrom('bank_connection').select('id').execute()).toHaveLength(2);
  });
});

describe('without open banking', () => {
  let without: TestServer;
  beforeAll(async () => {
    without = await startTestServer({ openBanking: null });
  });
  afterAll(() => without.close());

  test('only deposits are offered', async () => {
    const { browser } = await administratorOf(without);
    expect((await browser.ask('GET', '/api/external-accounts')).body).toEqual({ accounts: [], openBanking: null });
    expect((await browser.ask('POST', '/api/bank-links', { body: {} })).body['Code']).toBe('BANK_UNAVAILABLE');
    const typed = { linkToken: 'a', username: 'demo', password: 'demo-bank' };
    expect((await browser.ask('POST', '/api/demo-bank/sign-in', { body: typed })).body['Code']).toBe('NOT_FOUND');
    const webhook = await without.app.inject({
      method: 'POST',
      url: '/webhooks/open-banking',
      headers: { host: 'localhost' },
    });
    expect(webhook.statusCode).toBe(404);
  });
});

test('while the provider is down, nothing is connected, and the reason is told', async () => {
  const down = () => Promise.reject(new OpenBankingError('unavailable', 'down'));
  const pool = openPool('postgresql://nobody@127.0.0.1:1/none', 1);
  const { clock, keys } = server.context;
  const openBanking = { ...embeddedOpenBanking({ pool, clock, keys }), startLink: down };
  const waiting = await startTestServer({ openBanking });
  try {
    const { browser } = await administratorOf(waiting);
    const refused = await browser.ask('POST', '/api/bank-links', { body: {} });
    expect(refused).toMatchObject({ status: 409, body: { Code: 'BANK_LINK_FAILED', Reason: 'down' } });
  } finally {
    await waiting.close();
    await pool.end();
  }
});
