import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { demoPassword, demoPeople } from './people.ts';
import { demoVendorLinks } from './vendor-links.ts';
import { demoInvites, shownCards } from './waiting-cards.ts';

let server: TestServer;
beforeAll(async () => (server = await startTestServer()));
afterAll(() => server.close());

const demoDataOf = (of: TestServer) => of.app.inject({ url: '/api/demo-data', headers: { host: 'localhost' } });

test('an installation with demo data lists every person, card, invite and vendor link', async () => {
  const answer = await demoDataOf(server);
  expect(answer.statusCode).toBe(200);
  const { password, people, cards, invites, vendorLinks } = answer.json();
  expect(password).toBe(demoPassword);
  expect(people).toEqual(demoPeople.map(({ username, name, what }) => ({ username, name, what })));
  expect([cards.length, invites.length, vendorLinks.length]).toEqual([
    shownCards.length,
    demoInvites.length,
    demoVendorLinks.length,
  ]);
});

test('every other installation lists nothing', async () => {
  const real = await startTestServer({ environment: { DEMO_DATA: 'off' } });
  try {
    expect((await demoDataOf(real)).statusCode).toBe(404);
  } finally {
    await real.close();
  }
});
