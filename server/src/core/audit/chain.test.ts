import { sql, type RawBuilder } from 'kysely';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../db/transaction.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { housekeeping, recordEvent, type AuditEvent } from './events.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const changed = (subject: Partial<AuditEvent> = {}) =>
  ({ type: 'business_icon_changed', details: { shown: true, replaced: false }, ...subject }) as AuditEvent;
const write = (...events: AuditEvent[]) =>
  inTransaction(server.context.db, async (tx) => {
    for (const event of events) await recordEvent(tx, server.context, housekeeping, event);
  });

async function businesses(): Promise<string[]> {
  const rows = await server.context.db.selectFrom('business').select('id').orderBy('id').limit(2).execute();
  return rows.map(({ id }) => id);
}

interface Broken {
  chain: string;
  sequence: bigint | null;
  problem: string;
}
async function broken(): Promise<Broken[]> {
  const { rows } = await sql<Broken>`select * from broken_audit_links()`.execute(server.context.db);
  return rows;
}
const newest = async () =>
  (
    await server.context.db.selectFrom('audit_event').select('sequence').orderBy('sequence', 'desc').limit(1).execute()
  )[0]!.sequence;

/** The broken chains after a change by someone who owns the tables; the change is rolled back. */
async function afterTampering(...changes: RawBuilder<unknown>[]): Promise<Broken[]> {
  const tampering = await server.owner.startTransaction().execute();
  await sql`set local session_replication_role = replica`.execute(tampering);
  for (const change of changes) await change.execute(tampering);
  const { rows } = await sql<Broken>`select * from broken_audit_links()`.execute(tampering);
  await tampering.rollback().execute();
  return rows;
}

test('every event has a link in the chain of its business, its person, or the rest', async () => {
  const [one, other] = await businesses();
  const personId = (await server.context.db.selectFrom('person').select('id').limit(1).executeTakeFirstOrThrow()).id;
  await write(changed({ businessId: one! }), changed({ personId }), changed(), changed({ businessId: other! }));
  const { rows } = await sql<{ chain: string }>`select chain from audit_link order by sequence desc limit 4`.execute(
    server.context.db,
  );
  expect(rows.map(({ chain }) => chain).toReversed()).toEqual([
    one,
    personId,
    '00000000-0000-0000-0000-000000000000',
    other,
  ]);
  expect(await broken()).toEqual([]);
});

test('transactions that write to the same chains in different orders all commit', async () => {
  const [one, other] = await businesses();
  const both = [changed({ businessId: one! }), changed({ businessId: other! })];
  await Promise.all(Array.from({ length: 40 }, (_, index) => write(...(index % 2 ? both : both.toReversed()))));
  expect(await broken()).toEqual([]);
});

test('an event of a transaction that is rolled back leaves no link', async () => {
  const [one] = await businesses();
  const before = await newest();
  await inTransaction(server.context.db, async (tx) => {
    await recordEvent(tx, server.context, housekeeping, changed({ businessId: one! }));
    throw new Error('on purpose');
  }).catch(() => {});
  expect(await newest()).toBe(before);
  expect(await broken()).toEqual([]);
});

test.each([
  ['a changed detail', (at: bigint) => sql`update audit_event set details = '{}' where sequence = ${at}`, 'changed'],
  [
    'a changed time',
    (at: bigint) => sql`update audit_event set at = at + interval '1 second' where sequence = ${at}`,
    'changed',
  ],
  ['a removed event', (at: bigint) => sql`delete from audit_event where sequence = ${at}`, 'missing'],
  [
    'an event that is removed with its link',
    (at: bigint) =>
      sql`with gone as (delete from audit_link where sequence = ${at}) delete from audit_event where sequence = ${at}`,
    'before it is missing',
  ],
  [
    'a changed event with its link made right',
    (
      at: bigint,
    ) => sql`with changed as (update audit_event set details = '{}' where sequence = ${at} returning audit_event)
      update audit_link set hash = sha256(previous || audit_content(changed.audit_event, linked_at)) from changed
      where audit_link.sequence = ${at}`,
    'before it was changed',
  ],
] as const)('%s breaks the chain, and the first broken event is named', async (_what, change, words) => {
  const [one] = await businesses();
  await write(changed({ businessId: one! }), changed({ businessId: one! }), changed({ businessId: one! }));
  const last = await newest();
  const [found, ...others] = await afterTampering(change(last - 1n));
  expect(others).toEqual([]);
  expect(found?.chain).toBe(one);
  expect(found?.problem).toContain(words);
  expect([last - 1n, last]).toContain(found?.sequence);
});

test('an event that was added without a link is found, and so are removed newest links', async () => {
  const [one] = await businesses();
  await write(changed({ businessId: one! }));
  const last = await newest();
  const forged = sql`insert into audit_event (id, at, type, business_id, correlation_id)
    values (${randomUUID()}, now(), 'forged', ${one}, 'x')`;
  expect(await afterTampering(forged)).toMatchObject([{ chain: one, problem: 'the event has no link' }]);
  const removed = [
    sql`delete from audit_link where sequence = ${last}`,
    sql`delete from audit_event where sequence = ${last}`,
  ];
  expect(await afterTampering(...removed)).toMatchObject([{ chain: one, problem: 'the newest links are missing' }]);
});

test("the server's role neither writes links nor moves heads", async () => {
  const { db } = server.context;
  await expect(sql`update audit_chain set length = 0`.execute(db)).rejects.toThrow('permission denied');
  await expect(sql`delete from audit_link`.execute(db)).rejects.toThrow('permission denied');
});
