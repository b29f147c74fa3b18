import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { TestBrowser } from '../../testing/browser.ts';
import { addPerson, testPassword } from '../../testing/person.ts';
import { addPasskeyOf } from '../../testing/access/factors.ts';
import { TestPasskey } from '../../testing/access/passkey.ts';

const environment = {
  PUBLIC_ORIGIN: 'https://cards.example.com',
  ALLOWED_HOSTS: 'cards.example.net,cards.example.org',
};
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ environment });
  await server.context.db
    .updateTable('program')
    .set({ canonical_origin: 'https://cards.example.org:8443' })
    .where('slug', '=', 'northwind')
    .execute();
});
afterAll(() => server.close());

/** A call from a page of that origin, or from a server that relays its signed answer: the Host header is correct. */
const from = (origin: string) => ({ headers: { host: new URL(origin).host } });

const cases = [
  ['https://cards.example.com', true],
  ['https://cards.example.com:8443', false],
  ['http://cards.example.com', false],
  ['https://cards.example.net', true],
  ['https://cards.example.net:8443', false],
  // The address of a program's own.
  ['https://cards.example.org:8443', true],
  ['https://cards.example.org:9443', false],
] as const;

test.each(cases)('a passkey used on a page of %s signs in: %j', { tags: '@beyond.23' }, async (origin, isOurs) => {
  const person = await addPerson(server);
  const { hostname } = new URL(origin);
  const passkey = await addPasskeyOf(server, person.id);
  await server.context.db.updateTable('passkey').set({ rp_id: hostname }).where('person_id', '=', person.id).execute();
  const here = new TestBrowser(server);
  const { body } = await here.ask('POST', '/api/passkey/options', { body: {}, ...from(origin) });
  const proof = passkey.prove(body['options'] as Parameters<typeof passkey.prove>[0], { origin });
  const answer = await here.ask('POST', '/api/passkey/authenticate', { body: { passkey: proof }, ...from(origin) });
  expect(answer.status).toBe(isOurs ? 200 : 401);
});

test.each(cases)('a passkey created on a page of %s is added: %j', async (origin, isOurs) => {
  const person = await addPerson(server, { mfaEnabled: true });
  const here = new TestBrowser(server);
  await here.signIn(person.username, testPassword);
  const { body } = await here.ask('POST', '/api/factors/passkeys/options', from(origin));
  const passkey = new TestPasskey(origin).create(body['options'] as Parameters<TestPasskey['create']>[0]);
  const added = await here.ask('POST', '/api/factors/passkeys', { body: { name: 'Laptop', passkey }, ...from(origin) });
  expect(added.status).toBe(isOurs ? 201 : 401);
});
