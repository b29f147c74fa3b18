import { api } from '@florin/contract/api';
import type { Endpoint } from '@florin/contract/endpoint';
import { roleOf } from '@florin/contract/permissions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestBrowser } from '../testing/browser.ts';
import { addPerson, testPassword } from '../testing/person.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const calls = Object.values(api as Record<string, Endpoint>)
  .filter(({ access, permission }) => access === 'session' && (!permission || roleOf(permission) === 'ADMIN'))
  .map(({ method, path }) => [method, path.replace(/\{\w+\}/g, '0190f000-0000-7000-8000-000000000000')] as const);

test('a call that names another session than the cookie’s is refused before it does anything', async () => {
  const person = await addPerson(server, { mfaEnabled: true, accounts: [{ role: 'ADMIN' }] });
  const here = new TestBrowser(server);
  await here.signIn(person.username, testPassword);
  const { body } = await here.ask('GET', '/api/session');
  const headers = { 'x-account-epoch': 'of-the-session-before' };
  for (const [method, path] of calls) {
    const answer = await here.ask(method, path, { headers, ...(method !== 'GET' && { body: {} }) });
    expect(answer, path).toMatchObject({ status: 409, body: { Code: 'SESSION_CHANGED' } });
    expect(answer.headers['x-account-epoch'], path).toBe(body['epoch']);
  }
  const own = { 'x-account-epoch': String(body['epoch']) };
  // The remaining seconds run on meanwhile.
  const { remaining: _, ...session } = body;
  expect(await here.ask('GET', '/api/session', { headers: own })).toMatchObject({ status: 200, body: session });
});
