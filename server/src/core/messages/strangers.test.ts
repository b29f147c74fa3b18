import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { TestBrowser } from '../../testing/browser.ts';
import { strangersLimit } from './strangers.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test.each([
  ['/api/support/broken-links', { path: '/old/page' }, 10],
  ['/api/chat/messages', { email: 'me@example.com', message: 'Hello' }, 5],
])('%s: one address has its own limit, and many addresses do not close it to others', async (path, body, each) => {
  const write = (by: TestBrowser) => by.ask('POST', path, { body });
  for (let address = 0; address < 30; address += 1) {
    const stranger = new TestBrowser(server);
    const answers = await Promise.all(Array.from({ length: each + 1 }, () => write(stranger)));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
  }
  expect((await write(new TestBrowser(server))).status).toBe(200);
});

test('a flood from many addresses is limited, for each program on its own', async () => {
  const admit = strangersLimit(3);
  for (let sent = 0; sent < 3; sent += 1) expect(await admit('one')).toBeNull();
  expect(await admit('one')).toMatchObject({ refused: 'TOO_MANY_REQUESTS' });
  expect(await admit('another')).toBeNull();
});
