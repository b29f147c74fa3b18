import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoPassword } from '../../../demo/people.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { TestBrowser } from '../../../testing/browser.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('a signed-in person gets their accounts, the current balance, and their own data', { tags: '@7.41' }, async () => {
  const person = new TestBrowser(server);
  await person.signIn('seven', demoPassword);
  const info = await person.ask('GET', '/api/user-info');
  expect(info).toMatchObject({
    status: 200,
    body: { userName: 'seven', role: 'ADMIN', businessName: 'Northwind Trading' },
  });
  const { body } = await person.ask('GET', '/api/linked-accounts');
  expect(body).toMatchObject({
    accounts: [
      {
        userId: info.body['userId'],
        isCurrent: true,
        businessName: 'Northwind Trading',
        accountBalance: { amount: 48_210_55, currency: 'USD' },
      },
      { businessName: 'Brightline Studio', fundingSource: 'Credit', isCurrent: false },
      { cardLast4: '4821', role: 'CARDHOLDER' },
      { businessStatus: 'SUSPENDED' },
      { businessStatus: 'CLOSED' },
      { cardLast4: '1187', isUserAccountOpen: false },
      { businessStatus: 'PENDING_REVIEW' },
    ],
  });
  expect(await person.ask('GET', '/api/balance')).toMatchObject({
    status: 200,
    body: {
      fundingSource: 'Prepaid',
      available: { amount: 48_210_55, currency: 'USD' },
      incoming: { amount: 15_000_00, currency: 'USD' },
      creditLimit: null,
    },
  });
});

test.each(['/api/user-info', '/api/linked-accounts', '/api/balance'])(
  'a stranger learns nothing from %s',
  async (path) => {
    expect(await new TestBrowser(server).ask('GET', path)).toMatchObject({
      status: 401,
      body: { Code: 'UNAUTHENTICATED' },
    });
  },
);

test('a restricted session gets its restriction and no money', async () => {
  const person = new TestBrowser(server);
  await person.signIn('suspicious', demoPassword);
  expect(await person.ask('GET', '/api/user-info')).toMatchObject({ status: 200 });
  for (const path of ['/api/linked-accounts', '/api/balance'])
    expect(await person.ask('GET', path)).toMatchObject({ status: 403, body: { Code: 'RESTRICTED' } });
});
