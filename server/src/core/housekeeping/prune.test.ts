import { randomBytes } from 'node:crypto';
import { DAY } from '@florin/contract/limits';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { askForLink, openLink, proveByText } from '../../testing/access/recovery.ts';
import { sentMessages, TestBrowser } from '../../testing/browser.ts';
import { newId } from '../../db/ids.ts';
import { prune } from './prune.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const counters = async () => {
  const rows = await server.context.db.selectFrom('throttle').select('failures').orderBy('failures').execute();
  return rows.map(({ failures }) => failures);
};

test('counters are deleted when their window ends; locks stay', async () => {
  const { db, clock } = server.context;
  await db.deleteFrom('throttle').execute();
  for (const failures of [1, 9, 40, 100])
    await db
      .insertInto('throttle')
      .values({
        key: Buffer.from([failures]),
        failures,
        window_started_at: clock.now(),
        closed_until: failures === 40 ? new Date(clock.now().getTime() + 3600_000) : null,
      })
      .execute();
  await prune(server.context);
  expect(await counters()).toEqual([1, 9, 40, 100]);
  server.clock.advance(3 * DAY);
  await prune(server.context);
  expect(await counters()).toEqual([40, 100]);
  server.clock.advance(30 * DAY);
  await prune(server.context);
  expect(await counters()).toEqual([100]);
});

test('an ended recovery is deleted after a month, with its mails, links, codes and requests', async () => {
  const { db } = server.context;
  const here = new TestBrowser(server);
  await proveByText(server, await openLink(here, await askForLink(server, here, 'several')));
  const waiting = await openLink(here, await askForLink(server, here, 'forgetful.email'));
  expect(await waiting.send('AdminConfirmation')).toMatchObject({ status: 200 });
  const tables = ['reset_link', 'reset_flow', 'recovery_mail', 'recovery_request', 'one_time_code'] as const;
  const filled = async () => {
    const counts = await Promise.all(
      tables.map((table) =>
        db
          .selectFrom(table)
          .select(({ fn }) => fn.countAll<bigint>().as('rows'))
          .executeTakeFirstOrThrow(),
      ),
    );
    return tables.filter((_, index) => counts[index]!.rows > 0n);
  };
  await sentMessages(server);
  await prune(server.context);
  expect(await filled()).toEqual(tables);
  server.clock.advance(32 * DAY);
  await prune(server.context);
  expect(await filled()).toEqual([]);
});

test('sent messages are deleted after a month; unsent ones stay', async () => {
  const { db } = server.context;
  const program = await db.selectFrom('program').select('id').executeTakeFirstOrThrow();
  const message = (id: string, sent: boolean) =>
    db
      .insertInto('message')
      .values({
        id,
        channel: 'email',
        program_id: program.id,
        sealed: null,
        one_time_code_id: null,
        created_at: server.context.clock.now(),
        last_error: null,
        sent_at: sent ? server.context.clock.now() : null,
        cancelled_at: null,
        failed_at: null,
      })
      .execute();
  const [out, waiting] = ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002'];
  await message(out, true);
  await message(waiting, false);
  server.clock.advance(31 * DAY);
  await prune(server.context);
  const left = await db.selectFrom('message').select('id').where('id', 'in', [out, waiting]).execute();
  expect(left).toEqual([{ id: waiting }]);
});

test('a device that nobody has logged in with is deleted after a month, others stay', async () => {
  const { db } = server.context;
  const device = async (username: string, isUsed: boolean) => {
    const person = await db
      .selectFrom('person')
      .select('id')
      .where('username', '=', username)
      .executeTakeFirstOrThrow();
    const { id } = await db
      .insertInto('device')
      .values({
        id: newId(server.clock.now().getTime()),
        person_id: person.id,
        secret_hash: randomBytes(32),
        agent_family: null,
        os_family: null,
        created_at: server.clock.now(),
        last_seen_at: server.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (isUsed)
      await db
        .insertInto('trusted_device')
        .values({
          person_id: person.id,
          device_id: id,
          agent_family: null,
          trusted_until: server.clock.now(),
          revoked_at: null,
        })
        .execute();
    return id;
  };
  const [unused, used] = [await device('several', false), await device('several', true)];
  const left = async () =>
    (await db.selectFrom('device').select('id').where('id', 'in', [unused, used]).execute()).map(({ id }) => id);
  server.clock.advance(29 * DAY);
  await prune(server.context);
  expect(await left()).toHaveLength(2);
  server.clock.advance(2 * DAY);
  await prune(server.context);
  expect(await left()).toEqual([used]);
});
