import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { TestBrowser } from '../../../testing/browser.ts';
import { addPerson, testPassword } from '../../../testing/person.ts';
import { appearanceOf } from './appearance-cookie.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function signedIn() {
  const { username } = await addPerson(server, { accounts: [{ role: 'CARDHOLDER' }] });
  const browser = new TestBrowser(server);
  await browser.login(username, testPassword);
  return { browser, username };
}

describe('the appearance of a person', () => {
  test('follows the person to another browser, where the tour is not shown again', async () => {
    const { browser, username } = await signedIn();
    expect((await browser.ask('GET', '/api/appearance')).body).toEqual({
      theme: 'fresh',
      scheme: 'system',
      tourSeenAt: null,
    });
    await browser.ask('PUT', '/api/appearance', { body: { theme: 'legacy', scheme: 'dark' } });
    expect(browser.cookies.get('__Host-appearance')).toBe('legacy.dark');
    const { body } = await browser.ask('POST', '/api/appearance/tour', { body: {} });
    server.clock.advance(60);
    await browser.ask('POST', '/api/appearance/tour', { body: {} });

    const other = new TestBrowser(server);
    await other.login(username, testPassword);
    const seen = (await other.ask('GET', '/api/appearance')).body;
    expect(seen).toEqual({ theme: 'legacy', scheme: 'dark', tourSeenAt: body['tourSeenAt'] });
    expect(other.cookies.get('__Host-appearance')).toBe('legacy.dark');
  });

  test.each([{ theme: 'neon', scheme: 'dark' }, { theme: 'fresh' }])('%j is refused', async (body) => {
    const { browser } = await signedIn();
    expect((await browser.ask('PUT', '/api/appearance', { body })).status).toBe(400);
  });
});

test.each([
  ['legacy.dark', { theme: 'legacy', scheme: 'dark' }],
  ['fresh.system', { theme: 'fresh', scheme: 'system' }],
  ['legacy.dark" onload="x', null],
  ['', null],
  [null, null],
])('the cookie %j holds %j', (cookie, expected) => {
  expect(appearanceOf(cookie)).toEqual(expected);
});
