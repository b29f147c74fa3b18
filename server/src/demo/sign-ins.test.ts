import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestBrowser } from '../testing/browser.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { demoPassword, demoPeople } from './people.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ environment: { START_SITE_URL: 'https://start.example' } });
});
afterAll(() => server.close());

const entity = (EntityType: string, confirmed: boolean) => ({
  EntityType,
  EntityAuthStatus: confirmed ? 'Authenticated' : 'NotAuthenticated',
});
const email = entity('Email', true);
const mfa = (...entities: object[]) => ({ status: 401, body: { Code: 'MFA', TwoFactorAuthEntities: entities } });

/** The demo people whose sign-in differs from a code by email. */
const special: Record<string, object> = {
  onefactor: { status: 200 },
  several: mfa(email, entity('PhoneNumber', true)),
  forgetful: mfa(email, entity('PhoneNumber', true)),
  unverified: mfa(email, entity('PhoneNumber', false)),
  stopped: mfa(email, entity('PhoneNumber', true)),
  noaddress: mfa(entity('PhoneNumber', false)),
  locked: { status: 423, body: { Code: 'LOCKED' } },
  captcha: { status: 402, body: { Code: 'RECAPTCHA_LOCK', Difficulty: 1 } },
  moved: {
    status: 302,
    body: { StartSiteUrl: 'https://start.example', Message: expect.stringContaining('application') },
  },
};

test.each(demoPeople.map((person) => [person.username, person.what]))('%s: %s', async (username) => {
  const answer = await new TestBrowser(server).login(username, demoPassword);
  expect(answer).toMatchObject(special[username] ?? mfa(email));
});

test('noaddress gets no code', async () => {
  const person = new TestBrowser(server);
  const answer = await person.sendCode('noaddress', await person.begin('noaddress', demoPassword));
  expect(answer).toMatchObject({ status: 400, body: { Code: 'MFA_EMAIL_NOT_EXISTS' } });
});

test('stopped gets no text', async () => {
  const person = new TestBrowser(server);
  const answer = await person.sendCode('stopped', await person.begin('stopped', demoPassword), 'PhoneNumber');
  expect(answer).toMatchObject({ status: 400, body: { Code: 'STOP_LIST_REQUESTED' } });
});

test('stopped can reply START on the outbox page without having received a text', async () => {
  const phones = async () => (await new TestBrowser(server).ask('GET', '/outbox/phones')).body;
  expect(await phones()).toEqual(['+12125550144']);
  await new TestBrowser(server).ask('POST', '/outbox/phones', { body: { from: '+12125550144', text: 'START' } });
  expect(await phones()).toEqual([]);
  const person = new TestBrowser(server);
  const answer = await person.sendCode('stopped', await person.begin('stopped', demoPassword), 'PhoneNumber');
  expect(answer.status).toBe(200);
});

test('unverified goes on to confirm the phone', async () => {
  const answer = await new TestBrowser(server).signIn('unverified', demoPassword);
  expect(answer.body).toMatchObject({ hasUnverifiedPhone: true });
});

test('suspicious gets the restriction', async () => {
  const person = new TestBrowser(server);
  await person.signIn('suspicious', demoPassword);
  expect(await person.session()).toMatchObject({ status: 200, body: { isSuspect: true } });
});

/** %s signs in and sees why */
const troubles: [username: string, facts: Record<string, object>][] = [
  ['allclosed', { 'user-info': { businessOpen: false, linkedUsers: [{ businessStatus: 'CLOSED' }] } }],
  ['suspended.credit', { 'user-info': { businessSuspended: true, suspensionMode: 'CreditWorthiness' } }],
  [
    'suspended.bank',
    {
      'user-info': { businessSuspended: true, suspensionMode: 'PlaidConnectivity', role: 'ADMIN' },
      'external-accounts': { accounts: [{ isPrimary: true, openBankingConnection: { isActive: false } }] },
    },
  ],
  ['suspended.payment', { 'user-info': { businessSuspended: true, suspensionMode: 'PaymentFailure' } }],
  ['suspended', { 'user-info': { businessSuspended: true, suspensionMode: 'Compliance' } }],
  ['suspended.fraud', { 'user-info': { businessSuspended: true, suspensionMode: 'Fraud' } }],
  ['suspended.other', { 'user-info': { businessSuspended: true, suspensionMode: 'Default' } }],
  ['suspended.cardholder', { 'user-info': { businessSuspended: true, role: 'CARDHOLDER' } }],
  [
    'pending',
    { 'user-info': { businessOpen: false, fundingSource: 'Credit', userData: { businessOperational: false } } },
  ],
  [
    'pending.prepaid',
    { 'user-info': { businessOpen: false, fundingSource: 'Prepaid', userData: { businessOperational: false } } },
  ],
  ['pending.cardholder', { 'user-info': { businessOpen: false, role: 'CARDHOLDER', cardLast4: '2936' } }],
  [
    'unlinked',
    {
      'user-info': { businessSuspended: false, fundingSource: 'Credit', creditReplenishmentDelayDays: null },
      'primary-credit-bank': { primaryBank: { openBankingConnection: { isActive: false } } },
      'business/settings': { automaticBusinessSuspension: true },
    },
  ],
  [
    'deposits',
    {
      'primary-credit-bank': {
        primaryBank: { bankName: 'Granite State Bank', accountLast4: '2290', status: 'AWAITINGMINIDEPOSIT' },
      },
    },
  ],
  [
    'no.line',
    {
      'primary-credit-bank': { primaryBank: { authenticationMethod: 'MICRODEPOSITS', status: 'ACTIVE' } },
      'business/credit-line': { amount: { amount: 0 } },
    },
  ],
  ['fees', { 'business/outstanding-fees': { warehouseAmount: { amount: 25_00 }, dismissed: false } }],
  [
    'credit.admin',
    {
      'user-info': { businessSuspended: false, userData: { businessOperational: true } },
      'primary-credit-bank': { primaryBank: { openBankingConnection: { isActive: true } } },
      'business/outstanding-fees': { warehouseAmount: { amount: 0 } },
    },
  ],
];

test.each(troubles)('%s signs in and learns why', async (username, facts) => {
  const person = new TestBrowser(server);
  await person.signIn(username, demoPassword);
  for (const [path, expected] of Object.entries(facts))
    expect((await person.ask('GET', `/api/${path}`)).body).toMatchObject(expected);
});

test('white-label people get mail in the name of their program', async () => {
  const person = new TestBrowser(server);
  await person.sendCode('fjord', await person.begin('fjord', demoPassword));
  const mail = await server.context.db
    .selectFrom('outbox_message')
    .selectAll()
    .orderBy('id', 'desc')
    .executeTakeFirst();
  expect(mail).toMatchObject({
    recipient: 'astrid.halvorsen@fjord.example',
    text: expect.stringContaining('Northwind'),
  });
});
