import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { askForLink, openLink, proveByText, reachable } from '../../../testing/access/recovery.ts';
import { TestBrowser } from '../../../testing/browser.ts';
import { addPerson, testPassword } from '../../../testing/person.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const check = (here: TestBrowser, bearer: string | undefined, body: object) =>
  here.ask('POST', '/api/password/check', { body, ...(bearer !== undefined && { bearer }) });

test(
  "a password is checked with the server's data of the person, signed in or resetting",
  { tags: '@5.30' },
  async () => {
    const person = await addPerson(server, { contacts: reachable() });
    const here = new TestBrowser(server, 'token');
    const session = String((await here.login(person.username, testPassword)).body['access_token']);
    const opened = await openLink(here, await askForLink(server, here, person.username));
    const reset = opened.bearer;
    expect((await check(here, reset, { password: 'Robin-Example-Works' })).body['problems']).toEqual([]);
    await proveByText(server, opened);
    for (const bearer of [session, reset]) {
      const problems = async (body: object) => (await check(here, bearer, body)).body['problems'];
      expect(await problems({ password: 'walnut-breeze-canyon-81' })).toEqual([]);
      expect(await problems({ password: 'Robin-Example-Works' })).toEqual(['tooWeak']);
      expect(await problems({ password: 'walnut-breeze', userInputs: ['Walnut', 'Breeze'] })).toEqual(['tooWeak']);
      expect(await problems({ password: 'short' })).toEqual(['tooShort']);
    }
  },
);

test('of many simultaneous checks of one person a few are answered, and others need not wait for the rest', async () => {
  const token = async () => {
    const here = new TestBrowser(server, 'token');
    const { username } = await addPerson(server);
    const { body } = await here.login(username, testPassword);
    return (password: string) => check(here, String(body['access_token']), { password });
  };
  const [typing, other] = [await token(), await token()];
  // One of the slowest passwords to check.
  const hard = Array.from({ length: 20 }, (_, index) => `${'aA4@'.repeat(15)}${index}xy`);
  const answers = hard.map(typing);
  const [ofOther, ...statuses] = await Promise.all([
    other('walnut-breeze-canyon-81'),
    ...answers.map(async (answer) => (await answer).status),
  ]);
  expect(ofOther).toMatchObject({ status: 200, body: { problems: [] } });
  const answered = statuses.filter((status) => status === 200).length;
  expect(statuses.filter((status) => status === 429)).toHaveLength(20 - answered);
  // One is being checked and one waits; on a slow machine the first can be done before the last arrives.
  expect(answered).toBeGreaterThanOrEqual(2);
  expect(answered).toBeLessThanOrEqual(4);
});

test('strangers are refused, and so is the holder of an expired token', async () => {
  const here = new TestBrowser(server, 'token');
  const body = { password: 'walnut-breeze-canyon-81' };
  expect(await check(here, undefined, body)).toMatchObject({ status: 401, body: { Code: 'UNAUTHENTICATED' } });
  const old = await check(here, `rst_${'A'.repeat(43)}`, body);
  expect(old).toMatchObject({ status: 401, body: { Code: 'RESET_LINK_INVALID' } });
});
