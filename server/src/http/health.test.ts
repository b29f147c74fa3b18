import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { demoPassword } from '../demo/people.ts';
import { TestBrowser } from '../testing/browser.ts';
import { cuttable, type CuttableDatabase } from '../testing/database/cut.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

let server: TestServer;
let way: CuttableDatabase;
beforeAll(async () => {
  server = await startTestServer({
    environment: { ALLOWED_HOSTS: '' },
    reach: async (url) => (way = await cuttable(url)).url,
  });
});
afterAll(async () => {
  await server.close();
  await way.close();
});

afterEach(() => void vi.restoreAllMocks());

const probe = (url: string) => server.app.inject({ method: 'GET', url, headers: { host: '10.0.0.7:4000' } });
const ready = async () => {
  const { statusCode, headers, body } = await probe('/readyz');
  return { statusCode, retryAfter: headers['retry-after'], ...(JSON.parse(body) as object) };
};
const signIn = () => new TestBrowser(server, 'token').login('onefactor', demoPassword);

const isOut = async () => (await new TestBrowser(server).ask('GET', '/assets/config.json')).body['outOfService'];

/** The site's data is kept for two seconds of the machine's time. Fractions would add up to a little less. */
function passTwoSeconds(): void {
  const now = Math.ceil(performance.now()) + 2000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
}

test('while the database is away, calls are refused with 503, pages without data stay, and probes tell', async () => {
  const here = new TestBrowser(server, 'token');
  const session = String((await here.login('onefactor', demoPassword)).body['access_token']);
  expect(await ready()).toEqual({ statusCode: 200, status: 'ready', database: 'up', jobs: 'running' });
  expect(await isOut()).toBe(false);

  await way.cut();
  const refused = { status: 503, body: { Code: 'UNAVAILABLE' } };
  // The session is in the cache for a second.
  server.clock.advance(2);
  expect(await signIn()).toMatchObject(refused);
  expect(await here.ask('GET', '/api/session', { bearer: session })).toMatchObject(refused);
  expect(await here.ask('GET', '/api/user-info', { bearer: session })).toMatchObject(refused);
  const answer = await server.app.inject({
    method: 'GET',
    url: '/api/session',
    headers: { host: 'localhost', authorization: `Bearer ${session}` },
  });
  expect(answer.headers['retry-after']).toBe('5');
  expect((await probe('/healthz')).statusCode).toBe(200);
  expect(await ready()).toMatchObject({ statusCode: 503, retryAfter: '1', status: 'unready', database: 'away' });
  passTwoSeconds();
  expect(await isOut()).toBe(true);
  expect((await here.ask('GET', '/api/branding')).status).toBe(200);
  await expect.poll(ready).toMatchObject({ jobs: 'stopped' });

  await way.mend();
  expect((await signIn()).status).toBe(200);
  expect((await here.ask('GET', '/api/session', { bearer: session })).status).toBe(200);
  await expect.poll(ready).toMatchObject({ statusCode: 200, jobs: 'running' });
  passTwoSeconds();
  expect(await isOut()).toBe(false);
});

test('while the database hangs, calls end with 503 in seconds, and go on with it, with what was committed', async () => {
  const here = new TestBrowser(server);
  await here.login('onefactor', demoPassword);
  const views = async () => (await here.ask('GET', '/api/list-views?list=purchases')).body['items'];
  const view = { list: 'purchases', name: 'Hotels', search: 'category=LODGING', shared: false };
  const hangs = way.fallSilent('COMMIT');
  const saving = here.ask('POST', '/api/list-views', { body: view });
  await hangs;
  // The session is in the cache for a second.
  server.clock.advance(2);
  const calls = [saving, signIn(), ...['session', 'user-info'].map((name) => here.ask('GET', `/api/${name}`))];
  const refused = { status: 503, body: { Code: 'UNAVAILABLE' } };
  expect(await Promise.all(calls)).toMatchObject(calls.map(() => refused));
  passTwoSeconds();
  expect(await isOut()).toBe(true);
  expect(await ready()).toMatchObject({ statusCode: 503, retryAfter: '1', database: 'away' });
  expect((await here.ask('GET', '/api/branding')).status).toBe(200);

  way.speak();
  await expect.poll(ready).toMatchObject({ statusCode: 200 });
  expect((await signIn()).status).toBe(200);
  expect(await views()).toMatchObject([{ name: 'Hotels' }]);
});
