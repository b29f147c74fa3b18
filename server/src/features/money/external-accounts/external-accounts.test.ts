import { DAY, externalAccountsPerDay } from '@florin/contract/limits';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../db/ids.ts';
import { demoPassword } from '../../../demo/people.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { DeliveryError } from '../../../ports/mail/mail.ts';
import { ledgerFaults } from '../../../core/ledger/queries.ts';
import { numberIndex } from './rules.ts';
import { account, addedTo, administratorOf, amountsIn } from '../../../testing/money/bank-account.ts';
import { addPerson, testPassword } from '../../../testing/person.ts';
import { TestBrowser } from '../../../testing/browser.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const administrator = () => administratorOf(server);
const amountsFor = (id: string) => amountsIn(server, id);
const added = () => addedTo(server);

const events = async (id: string) => {
  const rows = await server.context.db
    .selectFrom('audit_event')
    .select(['type', 'person_id', 'details'])
    .where('type', 'like', 'bank_%')
    .orderBy('sequence')
    .execute();
  return rows.filter(({ details }) => details['account'] === id);
};

test(
  'two deposits are sent, their amounts in either order validate the account, and the books are correct',
  { tags: '@3.40' },
  async () => {
    const { validate, amounts, id, person, browser } = await added();
    expect(await validate(amounts.toReversed())).toMatchObject({
      status: 200,
      body: { status: 'ACTIVE', isPrimary: true },
    });
    expect((await validate(amounts)).body['Code']).toBe('VALIDATION_OVER');
    expect((await events(id)).map(({ type, person_id }) => [type, person_id === person.id])).toEqual([
      ['bank_account_added', true],
      ['bank_deposits_sent', false],
      ['bank_account_validated', true],
    ]);
    const cost = await server.context.db
      .selectFrom('transfer')
      .select('amount')
      .where('idempotency_key', '=', `micro-deposits|${id}`)
      .executeTakeFirst();
    expect(cost?.amount).toBe(BigInt(amounts[0]! + amounts[1]!));
    expect(await ledgerFaults(server.context.db)).toEqual([]);
    const again = await browser.ask('POST', '/api/external-accounts', { body: account });
    expect(again.body['Code']).toBe('BANK_ACCOUNT_EXISTS');
  },
);

test('three wrong tries lock the account for good, and the link with it', async () => {
  const { validate, wrong, amounts, link, id } = await added();
  expect(await validate(wrong)).toMatchObject({ status: 400, body: { TriesLeft: 2 } });
  const byLink = { code: link, amounts: wrong };
  expect(await new TestBrowser(server).ask('POST', '/api/funds-verification', { body: byLink })).toMatchObject({
    status: 400,
    body: { Code: 'DEPOSIT_AMOUNTS_WRONG', TriesLeft: 1 },
  });
  expect((await validate(wrong)).body['Code']).toBe('VALIDATION_LOCKED');
  expect((await validate(amounts)).body['Code']).toBe('VALIDATION_LOCKED');
  const right = { code: link, amounts };
  expect((await new TestBrowser(server).ask('POST', '/api/funds-verification', { body: right })).body['Code']).toBe(
    'VALIDATION_LOCKED',
  );
  expect((await events(id)).map(({ type }) => type)).toContain('bank_validation_lock');
});

test('more or fewer than two amounts are no try', async () => {
  const { validate, amounts, wrong, link, id } = await added();
  for (const typed of [[...amounts, 1, 'evil', null], [...wrong, 1], amounts.slice(1), []]) {
    expect((await validate(typed as number[])).body['Code']).toBe('VALIDATION');
    const byLink = { body: { code: link, amounts: typed } };
    expect((await new TestBrowser(server).ask('POST', '/api/funds-verification', byLink)).body['Code']).toBe(
      'VALIDATION',
    );
  }
  expect((await events(id)).filter(({ type }) => type === 'bank_validation_fail')).toEqual([]);
  expect((await validate(amounts)).status).toBe(200);
});

test('of sixteen correct tries at once, by form and by link, one validates the account', async () => {
  const { link: code, amounts, validate } = await addedTo(server);
  const byLink = () => new TestBrowser(server).ask('POST', '/api/funds-verification', { body: { code, amounts } });
  const answers = await Promise.all(Array.from({ length: 8 }, () => [validate(amounts), byLink()]).flat());
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('sixteen tries at once count as three', async () => {
  const { validate, wrong, id } = await added();
  const answers = await Promise.all(Array.from({ length: 16 }, () => validate(wrong)));
  const codes = answers.map(({ body }) => body['Code']).toSorted();
  expect(codes).toEqual([
    ...Array.from({ length: 2 }, () => 'DEPOSIT_AMOUNTS_WRONG'),
    ...Array.from({ length: 14 }, () => 'VALIDATION_LOCKED'),
  ]);
  const failures = (await events(id)).filter(({ type }) => type === 'bank_validation_fail');
  expect(failures.map(({ details }) => details['tries'])).toEqual([1, 2, 3]);
});

describe('the link of the mail', () => {
  test('shows the account and validates it without a login; once used it stops working', async () => {
    const { link, amounts } = await added();
    const stranger = new TestBrowser(server);
    const opened = await stranger.ask('POST', '/api/funds-verification/open', { body: { code: link } });
    expect(opened).toMatchObject({
      status: 200,
      body: { businessName: 'Example Works', accountLast4: '6789', triesLeft: 3 },
    });
    const body = { code: link, amounts };
    expect((await stranger.ask('POST', '/api/funds-verification', { body })).status).toBe(200);
    const used = await stranger.ask('POST', '/api/funds-verification', { body });
    const unknown = await stranger.ask('POST', '/api/funds-verification', {
      body: { ...body, code: `fnd_${'A'.repeat(43)}` },
    });
    expect([used.status, used.body]).toEqual([unknown.status, unknown.body]);
    expect(used.body['Code']).toBe('FUNDS_LINK_INVALID');
  });

  test('stops working once the business is closed, and so does the form in the dashboard', async () => {
    const { id, link, amounts, validate } = await added();
    const { db } = server.context;
    const mine = db.selectFrom('external_account').select('business_id').where('id', '=', id);
    await db.updateTable('business').set({ status: 'CLOSED' }).where('id', 'in', mine).execute();
    const stranger = new TestBrowser(server);
    for (const [path, body] of [
      ['/api/funds-verification/open', { code: link }],
      ['/api/funds-verification', { code: link, amounts }],
    ] as const)
      expect((await stranger.ask('POST', path, { body })).body['Code']).toBe('FUNDS_LINK_INVALID');
    expect((await validate(amounts)).body['Code']).toBe('BUSINESS_NOT_OPEN');
  });

  test('ends after two weeks', async () => {
    const { link } = await added();
    const open = () => new TestBrowser(server).ask('POST', '/api/funds-verification/open', { body: { code: link } });
    server.clock.advance(14 * 86_400 - 60);
    expect((await open()).status).toBe(200);
    server.clock.advance(61);
    expect((await open()).body['Code']).toBe('FUNDS_LINK_INVALID');
  });
});

test('another business and a cardholder cannot use it', { tags: '@7.42' }, async () => {
  const { validate, amounts } = await added();
  expect((await validate(amounts, (await administrator()).browser)).body['Code']).toBe('NOT_FOUND');
  const cardholder = await addPerson(server);
  const browser = new TestBrowser(server);
  await browser.login(cardholder.username, testPassword);
  expect((await validate(amounts, browser)).body['Code']).toBe('FORBIDDEN');
  expect((await browser.ask('GET', '/api/primary-credit-bank')).body['Code']).toBe('FORBIDDEN');
});

test('without a bank nothing is added', async () => {
  const bankless = await startTestServer({ environment: { BANK: 'none' } });
  try {
    const browser = new TestBrowser(bankless);
    await browser.signIn('starter', demoPassword);
    const answer = await browser.ask('POST', '/api/external-accounts', { body: account });
    expect(answer).toMatchObject({ status: 503, body: { Code: 'BANK_UNAVAILABLE' } });
    expect((await browser.ask('GET', '/api/external-accounts')).body).toMatchObject({ accounts: [] });
  } finally {
    await bankless.close();
  }
});

test('while the bank refuses, no try is counted', async () => {
  const down = () => Promise.reject(new DeliveryError('down', { permanent: false }));
  const carriers = { bank: { sendMicroDeposits: down } };
  const waiting = await startTestServer({ carriers });
  try {
    const browser = new TestBrowser(waiting);
    await browser.signIn('starter', demoPassword);
    const { body } = await browser.ask('POST', '/api/external-accounts', { body: account });
    const tried = await browser.ask('POST', `/api/external-accounts/${String(body['id'])}/validate`, {
      body: { amounts: [1, 2] },
    });
    expect(tried.body['Code']).toBe('DEPOSITS_NOT_SENT');
    expect((await browser.ask('GET', '/api/external-accounts')).body).toMatchObject({
      accounts: [{ validation: { depositsSent: false, triesLeft: 3 } }],
    });
  } finally {
    await waiting.close();
  }
});

test.each(['123456789', '0123456789', '00000000123456789'])(
  '%s is the same account, whatever its leading zeros',
  async (accountNumber) => {
    const { browser } = await added();
    const answer = await browser.ask('POST', '/api/external-accounts', { body: { ...account, accountNumber } });
    expect(answer.body['Code']).toBe('BANK_ACCOUNT_EXISTS');
  },
);

test('an account with a lost connection is added again by its own number, and stays the primary one', async () => {
  const { browser, person } = await administrator();
  const { db, keys } = server.context;
  const { business_id: businessId } = await db
    .selectFrom('membership')
    .select('business_id')
    .where('id', '=', person.membershipIds[0]!)
    .executeTakeFirstOrThrow();
  const id = newId();
  const { routingNumber, accountNumber, bankName, accountType } = account;
  await db
    .insertInto('external_account')
    .values({
      id,
      business_id: businessId,
      bank_name: 'Granite',
      account_type: 'SAVINGS',
      last_four: accountNumber.slice(-4),
      number_sealed: keys.seal(`${routingNumber}|${accountNumber}`, `external-account|${id}`),
      number_index: numberIndex({ keys }, { businessId, routingNumber, accountNumber }),
      authentication_method: 'OPENBANKING',
      connection_active: true,
      status: 'ACTIVE',
      is_primary: true,
      created_at: server.clock.now(),
      validated_at: server.clock.now(),
    })
    .execute();
  const add = () => browser.ask('POST', '/api/external-accounts', { body: account });
  expect((await add()).body['Code']).toBe('BANK_ACCOUNT_EXISTS');
  await db.updateTable('external_account').set({ connection_active: false }).where('id', '=', id).execute();
  // Reconnecting an account cannot add another one by mistake.
  for (const slip of [{ accountNumber: '000123456780' }, { routingNumber: '021000021' }, { reconnects: newId() }])
    expect(
      await browser.ask('POST', '/api/external-accounts', { body: { ...account, reconnects: id, ...slip } }),
    ).toMatchObject({
      status: 400,
      body: {
        Code: 'VALIDATION',
        Fields: [
          { Field: 'routingNumber', Problem: 'unknown' },
          { Field: 'accountNumber', Problem: 'unknown' },
        ],
      },
    });
  expect(await browser.ask('POST', '/api/external-accounts', { body: { ...account, reconnects: id } })).toMatchObject({
    status: 201,
    body: { id, bankName, accountType, isPrimary: true, status: 'AWAITINGMINIDEPOSIT', openBankingConnection: null },
  });
  expect((await add()).body['Code']).toBe('BANK_ACCOUNT_EXISTS');
  const amounts = await amountsFor(id);
  const validated = await browser.ask('POST', `/api/external-accounts/${id}/validate`, { body: { amounts } });
  expect(validated).toMatchObject({ status: 200, body: { status: 'ACTIVE', isPrimary: true } });
});

test('a business adds five accounts a day, and no more', async () => {
  const { browser, person } = await administrator();
  const add = (accountNumber: string, by = browser) =>
    by.ask('POST', '/api/external-accounts', { body: { ...account, accountNumber } });
  for (let last = 1; last <= externalAccountsPerDay; last += 1) expect((await add(`100${last}`)).status).toBe(201);
  const refused = await add('1009');
  expect(refused).toMatchObject({ status: 429, body: { Code: 'TOO_MANY_REQUESTS' } });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(DAY - 60);
  expect((await add('1001')).body['Code']).toBe('BANK_ACCOUNT_EXISTS');

  server.clock.advance(DAY);
  const tomorrow = new TestBrowser(server);
  await tomorrow.signIn(person.username, testPassword);
  expect((await add('1009', tomorrow)).status).toBe(201);
});

test('a routing number has a check digit', async () => {
  const { browser } = await administrator();
  const body = { ...account, routingNumber: '011000016' };
  expect((await browser.ask('POST', '/api/external-accounts', { body })).body).toMatchObject({
    Code: 'VALIDATION',
    Fields: [{ Field: 'routingNumber', Problem: 'format' }],
  });
});

test('a validated account replaces a primary one that is disconnected', { tags: '@3.39' }, async () => {
  const browser = new TestBrowser(server);
  await browser.signIn('unlinked', demoPassword);
  const bank = async () => (await browser.ask('GET', '/api/primary-credit-bank')).body['primaryBank'];
  expect(await bank()).toMatchObject({
    authenticationMethod: 'OPENBANKING',
    openBankingConnection: { isActive: false },
  });
  const answer = await browser.ask('POST', '/api/external-accounts', { body: account });
  const id = String(answer.body['id']);
  expect(answer.body['isPrimary']).toBe(false);
  const amounts = await amountsFor(id);
  await browser.ask('POST', `/api/external-accounts/${id}/validate`, { body: { amounts } });
  expect(await bank()).toMatchObject({ id, status: 'ACTIVE', isPrimary: true });
});
