import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { addAppOf } from '../../testing/access/factors.ts';
import { lastCode, otherThan, TestBrowser } from '../../testing/browser.ts';
import { addPerson, testPassword } from '../../testing/person.ts';
import { statementsOf } from '../../testing/statements.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** The reads of a device's trust in each transaction of an act. */
async function readsOf(act: () => Promise<unknown>): Promise<number[]> {
  const transactions = (await statementsOf(act))
    .join('\n')
    .split(/^begin$/m)
    .slice(1);
  return transactions.map((each) => each.split(/^ *left join trusted_device trust/m).length - 1);
}

test('a sign-in reads the trust in its device once, whatever is counted, compared and taken back', async () => {
  const person = await addPerson(server, { mfaEnabled: true });
  const app = await addAppOf(server, person.id);
  const here = new TestBrowser(server);
  await here.signIn(person.username, testPassword);
  server.clock.advance(31 * 86_400);
  const pending = await here.begin(person.username, testPassword);
  expect(await readsOf(() => here.sendCode(person.username, pending))).toEqual([1]);
  const code = await lastCode(server);
  expect(await readsOf(() => here.authenticate(person.username, otherThan(code), pending))).toEqual([1]);
  expect(await readsOf(() => here.authenticate(person.username, app.wrong(), pending, 'Authenticator'))).toEqual([1]);
  expect(await readsOf(() => here.authenticate(person.username, code, pending))).toEqual([1]);
  expect((await here.session()).status).toBe(200);
});
