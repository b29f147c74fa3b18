import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestBrowser } from '../testing/browser.ts';
import { addPerson, testPassword } from '../testing/person.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const message = { email: 'robin@people.example', subject: 'Hello', message: 'Hello' };
const write = async (here: TestBrowser) => (await here.ask('POST', '/api/support/messages', { body: message })).status;

test('a flood limit of signed-in callers counts the person: neither a switch nor another sign-in makes room', async () => {
  const person = await addPerson(server, { accounts: [{}, {}] });
  const here = new TestBrowser(server);
  await here.login(person.username, testPassword);
  for (let times = 0; times < 10; times += 1) expect(await write(here)).toBe(200);
  expect(await write(here)).toBe(429);

  const switched = await here.ask('POST', '/api/switch-user', { body: { userId: person.membershipIds[1] } });
  expect(switched.status).toBe(200);
  expect(await write(here)).toBe(429);
  const elsewhere = new TestBrowser(server);
  await elsewhere.login(person.username, testPassword);
  expect(await write(elsewhere)).toBe(429);

  const other = new TestBrowser(server);
  await other.login((await addPerson(server)).username, testPassword);
  expect(await write(other)).toBe(200);
});
