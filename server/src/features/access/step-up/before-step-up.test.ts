import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../db/ids.ts';
import { administratorOf } from '../../../testing/administrator.ts';
import type { TestBrowser } from '../../../testing/browser.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { addWaitingCard } from '../../../testing/cards/waiting-card.ts';

let server: TestServer;
let administrator: TestBrowser;
beforeAll(async () => {
  server = await startTestServer();
  const { businessId } = await addWaitingCard(server);
  await server.context.db
    .updateTable('business')
    .set({ status: 'SUSPENDED', suspension_mode: 'Compliance' })
    .where('id', '=', businessId)
    .execute();
  administrator = await administratorOf(server, businessId);
});
afterAll(() => server.close());

const vendorLink = { cardId: newId(), email: 'vendor@vendors.example' };
const invite = { firstName: 'Kim', middleName: '', lastName: 'Soto', email: 'kim@people.example', role: 'ADMIN' };
test.each([
  ['/api/vendor-links', vendorLink],
  [`/api/vendor-links/${newId()}/resend`, {}],
  ['/api/invites', invite],
])('%s of a suspended business is refused before anything has to be proven', async (path, body) => {
  expect((await administrator.ask('POST', path, { body })).body['Code']).toBe('BUSINESS_NOT_OPEN');
});
