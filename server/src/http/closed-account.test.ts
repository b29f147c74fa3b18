import { api } from '@florin/contract/api';
import type { Endpoint } from '@florin/contract/endpoint';
import { roleOf } from '@florin/contract/permissions';
import type { Role } from '@florin/contract/access/session';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestBrowser } from '../testing/browser.ts';
import { addPerson, testPassword } from '../testing/person.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const of = (role: Role) =>
  Object.values(api as Record<string, Endpoint>)
    .filter(({ permission }) => permission !== undefined && roleOf(permission) === role)
    .map(({ method, path }) => ({ method, path: path.replace(/\{\w+\}/g, '0190f000-0000-7000-8000-000000000000') }));
const calls = {
  ADMIN: of('ADMIN'),
  CARDHOLDER: of('CARDHOLDER'),
};

/** A person signed in with only an account of that kind. */
async function signedIn(account: {
  role: 'ADMIN' | 'CARDHOLDER';
  status?: 'CLOSED';
  business?: 'CLOSED';
}): Promise<TestBrowser> {
  const person = await addPerson(server, { mfaEnabled: true, accounts: [account] });
  const here = new TestBrowser(server);
  await here.signIn(person.username, testPassword);
  return here;
}
const forbidden = { status: 403, body: { Code: 'FORBIDDEN' } };

describe.each(['ADMIN', 'CARDHOLDER'] as const)('%s', (role) => {
  test('with a closed account: every call of the role is refused', { tags: '@6.16' }, async () => {
    const here = await signedIn({ role, status: 'CLOSED' });
    for (const { method, path } of calls[role])
      expect(await here.ask(method, path, method === 'GET' ? {} : { body: {} }), path).toMatchObject(forbidden);
  });

  test('in a closed business: every act of the role is refused, reading is not', async () => {
    const here = await signedIn({ role, business: 'CLOSED' });
    for (const { method, path } of calls[role]) {
      const answer = await here.ask(method, path, method === 'GET' ? {} : { body: {} });
      if (method === 'GET') expect(answer.status, path).not.toBe(403);
      else expect(answer, path).toMatchObject(forbidden);
    }
  });

  test('with a closed account: the person can still read who they are and log out', async () => {
    const here = await signedIn({ role, status: 'CLOSED' });
    for (const path of ['/api/session', '/api/user-info', '/api/linked-accounts', '/api/balance', '/api/contacts'])
      expect((await here.ask('GET', path)).status, path).toBe(200);
    expect((await here.ask('POST', '/api/logout', { body: { reason: 'user' } })).status).toBe(204);
  });
});

test('an account that is closed under its session has no role within a second', async () => {
  const person = await addPerson(server, { mfaEnabled: true, accounts: [{ role: 'ADMIN' }] });
  const here = new TestBrowser(server);
  await here.signIn(person.username, testPassword);
  expect((await here.ask('GET', '/api/team')).status).toBe(200);
  const { db } = server.context;
  await db.updateTable('membership').set({ status: 'CLOSED' }).where('person_id', '=', person.id).execute();
  server.clock.advance(1);
  expect(await here.ask('GET', '/api/team')).toMatchObject(forbidden);
});
