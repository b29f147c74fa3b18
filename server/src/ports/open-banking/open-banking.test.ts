import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../../testing/database/open.ts';
import { testKeyring } from '../../testing/database/template.ts';
import { clientId, plaidSecret, startPlaid } from '../../testing/ports/plaid.ts';
import { offsetClock, type OffsetClock } from '../clock/offset.ts';
import { environmentKeys } from '../keys/environment.ts';
import { demoBankPassword, demoCustomers } from './demo-customers.ts';
import { embeddedOpenBanking } from './embedded.ts';
import { OpenBankingError, type OpenBanking, type OpenBankingFailure, type Webhook } from './open-banking.ts';
import { plaidOpenBanking } from './plaid.ts';

/** A provider, the person at its bank, and the same provider while it is down. */
interface Setup {
  bank: OpenBanking;
  down: OpenBanking;
  clock: OffsetClock;
  /** The person signs in and shares these accounts. @returns the public token */
  finishLink(linkToken: string, username: string, accountIds: readonly string[]): Promise<string>;
  /** The bank wants its sign-in again. @returns the webhook that says so */
  loseConnection(itemId: string): Promise<Webhook>;
  close(): Promise<void>;
}

const accountsOf = (username: string, ids: readonly string[]) =>
  demoCustomers.find((each) => each.username === username)!.accounts.filter(({ id }) => ids.includes(id));

async function embeddedSetup(): Promise<Setup> {
  const database = await openTestDatabase();
  const keys = environmentKeys(testKeyring);
  const clock = offsetClock();
  const deadPool = new Pool({ connectionString: 'postgresql://nobody@127.0.0.1:1/none', max: 1 });
  const bank = embeddedOpenBanking({ pool: database.pool, clock, keys });
  return {
    bank,
    down: embeddedOpenBanking({ pool: deadPool, clock, keys }),
    clock,
    async finishLink(linkToken, username, accountIds) {
      const visit = await bank.signIn(linkToken, { username, password: demoBankPassword });
      return bank.share(visit!.visit, accountIds);
    },
    loseConnection: async (itemId) => ({ ...(await bank.loseConnection(itemId)), source: '192.0.2.1' }),
    async close() {
      await deadPool.end();
      await database[Symbol.asyncDispose]();
    },
  };
}

async function plaidSetup(): Promise<Setup> {
  const clock = offsetClock();
  const plaid = await startPlaid(clock);
  const settings = { url: plaid.url, clientId, secret: plaidSecret, webhookUrl: null, clock };
  return {
    bank: plaidOpenBanking(settings),
    down: plaidOpenBanking({ ...settings, url: 'http://127.0.0.1:1' }),
    clock,
    finishLink: (linkToken, username, ids) => Promise.resolve(plaid.finishLink(linkToken, accountsOf(username, ids))),
    loseConnection(itemId) {
      plaid.loseConnection(itemId);
      const error = { error_type: 'ITEM_ERROR', error_code: 'ITEM_LOGIN_REQUIRED' };
      return Promise.resolve(plaid.webhook({ webhook_code: 'ERROR', item_id: itemId, error }));
    },
    close: plaid.close,
  };
}

/** The failure of a call; a call that succeeds fails the test. */
async function failureOf(calling: Promise<unknown>): Promise<OpenBankingFailure> {
  const error = await calling.then(
    () => new Error('it succeeded'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof OpenBankingError)) throw error;
  // Neither names and numbers nor tokens.
  expect(`${error.message} ${String(error.cause)}`).not.toMatch(/Jane|sandbox-|embedded-|secret|1000|2000/);
  return error.failure;
}

const request = { businessId: 'business-1', programName: 'Florin', repairs: null, returnUrl: null };

describe.each([
  ['the embedded bank', embeddedSetup],
  ['Plaid', plaidSetup],
])('%s', (_name, setUp) => {
  let setup: Setup;
  beforeAll(async () => {
    setup = await setUp();
  });
  afterAll(() => setup.close());

  async function connect(accountIds: readonly string[], username = 'demo') {
    const { linkToken } = await setup.bank.startLink(request);
    const publicToken = await setup.finishLink(linkToken, username, accountIds);
    return { publicToken, ...(await setup.bank.exchange(publicToken)) };
  }

  test('a link lasts for minutes, not for days', async () => {
    const { linkToken, expiresAt } = await setup.bank.startLink(request);
    const minutes = (expiresAt.getTime() - setup.clock.now().getTime()) / 60_000;
    expect([linkToken.length > 20, minutes > 20, minutes < 300]).toEqual([true, true, true]);
  });

  test('the shared accounts come with their numbers and owners, and no account that takes no payments', async () => {
    const { accessToken } = await connect(['checking-3106', 'savings-4428', 'card-0071']);
    expect(await setup.bank.accountsOf(accessToken)).toEqual({
      institution: 'First Demo Bank',
      accounts: [
        {
          id: 'savings-4428',
          name: 'Business Savings',
          type: 'SAVINGS',
          mask: '4428',
          routingNumber: '000000518',
          accountNumber: '200030004428',
          ownerNames: ['Demo Business LLC'],
        },
        {
          id: 'checking-3106',
          name: 'Maple Court Operating',
          type: 'CHECKING',
          mask: '3106',
          routingNumber: '000000518',
          accountNumber: '100020003106',
          ownerNames: ['Maple Court Dental'],
        },
      ],
    });
  });

  test('a public token is exchanged once', async () => {
    const { publicToken } = await connect(['checking-4410']);
    expect(await failureOf(setup.bank.exchange(publicToken))).toBe('token');
    expect(await failureOf(setup.bank.exchange('public-invented'))).toBe('token');
  });

  test('a lost connection is told by its webhook, and repaired by another sign-in', async () => {
    const { itemId, accessToken } = await connect(['checking-4410']);
    expect(await setup.bank.isLoginRequired(accessToken)).toBe(false);
    const webhook = await setup.loseConnection(itemId);
    expect(await setup.bank.readWebhook(webhook)).toEqual({ kind: 'lost', itemId });
    expect(await setup.bank.isLoginRequired(accessToken)).toBe(true);
    expect(await failureOf(setup.bank.accountsOf(accessToken))).toBe('login');

    const { linkToken } = await setup.bank.startLink({ ...request, repairs: accessToken });
    await setup.finishLink(linkToken, 'demo', ['checking-4410']);
    expect(await setup.bank.isLoginRequired(accessToken)).toBe(false);
    expect((await setup.bank.accountsOf(accessToken)).accounts.map(({ mask }) => mask)).toEqual(['4410']);
  });

  test('a webhook is accepted with its signature alone', async () => {
    const { itemId } = await connect(['checking-4410']);
    const { headers, body, source } = await setup.loseConnection(itemId);
    const other = Buffer.from(body.toString().replace(itemId, 'item-of-another'));
    const cut = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value).slice(0, -4)]));
    for (const forged of [
      { headers: {}, body, source },
      { headers, body: other, source },
      { headers: cut, body, source },
    ])
      expect(await failureOf(setup.bank.readWebhook(forged))).toBe('signature');
  });

  test('a connection ends once, and then cannot be read or repaired', async () => {
    const { accessToken } = await connect(['checking-4410']);
    await setup.bank.disconnect(accessToken);
    await setup.bank.disconnect(accessToken);
    expect(await failureOf(setup.bank.accountsOf(accessToken))).toBe('gone');
    expect(await failureOf(setup.bank.isLoginRequired(accessToken))).toBe('gone');
    expect(await failureOf(setup.bank.startLink({ ...request, repairs: accessToken }))).toBe('gone');
  });

  test('a bank that is down is not taken for a wrong token', async () => {
    for (const call of [
      setup.down.exchange('public-1'),
      setup.down.accountsOf('access-1'),
      setup.down.isLoginRequired('access-1'),
      setup.down.disconnect('access-1'),
    ])
      expect(await failureOf(call)).toBe('unavailable');
  });
});

describe('the embedded bank’s own sign-in', () => {
  let setup: Awaited<ReturnType<typeof embeddedSetup>>;
  beforeAll(async () => {
    setup = await embeddedSetup();
  });
  afterAll(() => setup.close());
  const bank = () => setup.bank as ReturnType<typeof embeddedOpenBanking>;

  test('a wrong password shows nothing, and a customer whose bank is down is told so', async () => {
    const { linkToken } = await bank().startLink(request);
    expect(await bank().signIn(linkToken, { username: 'demo', password: 'wrong' })).toBeNull();
    expect(await bank().signIn(linkToken, { username: 'nobody', password: demoBankPassword })).toBeNull();
    const down = { username: 'demo.down', password: demoBankPassword };
    expect(await failureOf(bank().signIn(linkToken, down))).toBe('unavailable');
  });

  test('an account that cannot be connected cannot be shared alone', async () => {
    const { linkToken } = await bank().startLink(request);
    await expect(setup.finishLink(linkToken, 'demo.loans', ['loan-8080'])).rejects.toMatchObject({
      failure: 'accounts',
    });
    await expect(setup.finishLink(linkToken, 'demo', ['loan-8080'])).rejects.toMatchObject({ failure: 'accounts' });
  });

  test('links and visits end, and one is not taken for the other', async () => {
    const { linkToken } = await bank().startLink(request);
    const typed = { username: 'demo', password: demoBankPassword };
    const { visit } = (await bank().signIn(linkToken, typed))!;
    expect(await failureOf(bank().signIn(visit, typed))).toBe('token');
    expect(await failureOf(bank().share(linkToken, ['checking-4410']))).toBe('token');
    setup.clock.advance(10 * 60 + 1);
    expect(await failureOf(bank().share(visit, ['checking-4410']))).toBe('token');
    expect(await bank().signIn(linkToken, typed)).not.toBeNull();
    setup.clock.advance(20 * 60);
    expect(await failureOf(bank().signIn(linkToken, typed))).toBe('token');
  });
});
