import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { failedJobs } from './core/housekeeping/failed-jobs.ts';
import { stripeProcessor } from './ports/card-processor/stripe.ts';
import { TestBrowser, sentMessages } from './testing/browser.ts';
import { cuttable, type CuttableDatabase } from './testing/database/cut.ts';
import { addPerson, testPassword } from './testing/person.ts';
import { startTestServer } from './testing/server.ts';
import { testStart } from './testing/test-start.ts';

const clock = { now: () => testStart };

test.each([
  ['begin by the clock in the product', true, ['expire_holds', 'processor_catch_up']],
  ['do not begin by the clock in a test', false, []],
])('jobs %s', async (_name, jobsByClock, begin) => {
  const server = await startTestServer({ jobsByClock });
  try {
    const timed = async () => {
      const { rows } = await sql<{ identifier: string }>`
        select identifier from graphile_worker._private_known_crontabs`.execute(server.owner);
      return rows.map((row) => row.identifier);
    };
    // The runner writes its times down in the background.
    if (jobsByClock) await expect.poll(timed).toEqual(expect.arrayContaining(begin));
    else expect(await timed()).toEqual([]);
  } finally {
    await server.close();
  }
});

test('a task that fails for long has one failed job, which is repeated within minutes and without end', async () => {
  const stripe = stripeProcessor({ secretKey: 'sk_1', webhookSecret: 'whsec_1', url: 'http://127.0.0.1:1', clock });
  const server = await startTestServer({ cardProcessors: { stripe } });
  const catchUp = async (payload: object) => {
    const { rows } = await sql<{ id: string }>`
      select (graphile_worker.add_job('processor_catch_up', ${JSON.stringify(payload)}::json)).id::text`.execute(
      server.owner,
    );
    return rows[0]!.id;
  };
  const byClock = () => catchUp({ _cron: { ts: testStart.toISOString() } });
  const failed = () => failedJobs(server.context);
  const ended = async (id: string) => {
    const { rows } = await sql`select from graphile_worker.jobs where id = ${id}`.execute(server.owner);
    return rows.length === 0;
  };
  try {
    const first = await byClock();
    await expect.poll(failed, { timeout: 20_000 }).toMatchObject([{ id: first, attempts: 1 }]);
    const second = await byClock();
    await expect.poll(() => ended(second), { timeout: 20_000 }).toBe(true);
    expect(await failed()).toMatchObject([{ id: first }]);

    await sql`update graphile_worker._private_jobs set attempts = 24, run_at = now() where id = ${first}`.execute(
      server.owner,
    );
    await expect.poll(failed, { timeout: 20_000 }).toMatchObject([{ id: first, attempts: 6, attemptsAtMost: 25 }]);
  } finally {
    await server.close();
  }
});

test('the runner takes jobs although it lost its connection while it read its tasks', async () => {
  let way: CuttableDatabase | undefined;
  const reach = async (url: string) => {
    way = await cuttable(url);
    way.loseAnswer('processor_catch_up');
    return way.url;
  };
  const server = await startTestServer({ reach });
  try {
    const person = await addPerson(server, { mfaEnabled: true });
    const browser = new TestBrowser(server);
    await browser.sendCode(person.username, await browser.begin(person.username, testPassword));
    await sentMessages(server);
    expect(await server.context.db.selectFrom('outbox_message').select('id').execute()).toHaveLength(1);
  } finally {
    await server.close();
    await way?.close();
  }
});
