import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestBrowser } from '../testing/browser.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { closeDemoBusiness } from './closing-business.ts';
import { demoPassword } from './people.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const statuses = async () => {
  await closeDemoBusiness(server.context);
  const rows = await server.context.db.selectFrom('business').select(['name', 'status']).execute();
  const of = (name: string) => rows.find((row) => row.name === name)?.status;
  return [of('Driftwood Gallery'), of('Cascade Outdoor')];
};

test('switched sees the business close a minute after the log in, and finds it open the next time', async () => {
  expect(await statuses()).toEqual(['OPEN', 'OPEN']);
  const person = new TestBrowser(server);
  await person.signIn('switched', demoPassword);
  expect(await statuses()).toEqual(['OPEN', 'OPEN']);
  server.clock.advance(61);
  expect(await statuses()).toEqual(['CLOSED', 'OPEN']);
  const info = (await person.ask('GET', '/api/user-info')).body;
  expect(info).toMatchObject({ businessOpen: false });
  const other = (info['linkedUsers'] as { userId: string; businessStatus: string }[]).find(
    ({ businessStatus }) => businessStatus === 'OPEN',
  )!;
  const switched = await person.ask('POST', '/api/switch-user', { body: { userId: other.userId } });
  expect(switched.status).toBe(200);
  // It stays closed while the person looks at the other account.
  expect(await statuses()).toEqual(['CLOSED', 'OPEN']);
  await person.ask('POST', '/api/logout', { body: { reason: 'user' } });
  expect(await statuses()).toEqual(['OPEN', 'OPEN']);
});

test('a closed browser opens it again, too', async () => {
  const person = new TestBrowser(server);
  await person.signIn('switched', demoPassword);
  server.clock.advance(61);
  expect(await statuses()).toEqual(['CLOSED', 'OPEN']);
  server.clock.advance(20 * 60);
  expect(await statuses()).toEqual(['OPEN', 'OPEN']);
});
