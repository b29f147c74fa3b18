import { afterAll, beforeAll, expect, test } from 'vitest';
import { siteSnapshot } from '../core/program/queries.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { inTransaction } from './transaction.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const people = () => server.context.db.selectFrom('person').select('id').limit(1).execute();

test('a transaction that needs a second connection fails at once, also with cached answers, and keeps no connection', async () => {
  const { db } = server.context;
  const refused = /second connection/;
  await siteSnapshot(server.context);
  await expect(inTransaction(db, people)).rejects.toThrow(refused);
  await expect(inTransaction(db, async () => siteSnapshot(server.context))).rejects.toThrow(refused);
  await expect(inTransaction(db, () => inTransaction(db, async () => 1))).rejects.toThrow(refused);
  expect(await inTransaction(db, async (tx) => tx.selectFrom('person').select('id').limit(1).execute())).toEqual(
    await people(),
  );
});
