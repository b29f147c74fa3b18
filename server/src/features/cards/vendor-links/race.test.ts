import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, startTwin, type TestServer } from '../../../testing/server.ts';
import { addSender, linkedCode, TestVendor } from '../../../testing/cards/vendor.ts';

let server: TestServer;
/** A second process on the same database. `npm run bench:vendor-links` plays two hundred rounds. */
let twin: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  twin = await startTwin(server);
});
afterAll(async () => {
  await twin.app.close();
  await server.close();
});

const vendors = () => Array.from({ length: 16 }, (_, index) => new TestVendor(index % 2 === 0 ? server : twin));
const winners = (answers: { status: number }[]) => answers.filter(({ status }) => status === 200);

test('of 16 first views at once one opens a link and one sees its details', async () => {
  const sender = await addSender(server);
  const { code } = await linkedCode(server, sender);
  const opened = winners(await Promise.all(vendors().map((vendor) => vendor.exchange(code))));
  expect(opened).toHaveLength(1);
  const token = String((opened[0] as { body?: Record<string, unknown> }).body?.['access_token']);
  expect(winners(await Promise.all(vendors().map((vendor) => vendor.details(token))))).toHaveLength(1);
});

test('a link revoked while it is opened gives its details to nobody, or was viewed before', async () => {
  const sender = await addSender(server);
  for (let round = 0; round < 5; round += 1) {
    const { id, code } = await linkedCode(server, sender);
    const vendor = new TestVendor(server);
    const token = String((await vendor.exchange(code)).body['access_token']);
    const [revoked, seen] = await Promise.all([
      sender.administrator.ask('POST', `/api/vendor-links/${id}/revoke`, { body: {} }),
      new TestVendor(twin).details(token),
    ]);
    expect([revoked.status, seen.status].toSorted()).toEqual(revoked.status === 200 ? [200, 401] : [200, 409]);
  }
});
