import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { interruptedAttempts, countAttempt, readBucketState } from '../core/throttle/throttle.ts';
import { openTestDatabase } from '../testing/database/open.ts';
import { startLiveness, type Remains } from './liveness.ts';
import { lockedJobs } from './locked-jobs.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

const now = new Date('2026-11-21T08:00:00Z');
const soon = { timeout: 60_000, interval: 5 };

/** Sweeps often; resolves once two more sweeps are over. */
async function live(remains: readonly Remains[]) {
  let sweeps = 0;
  const counting: Remains = {
    find: async () => ((sweeps += 1), []),
    takeBack: async () => {},
  };
  const liveness = await startLiveness({
    databaseUrl: database.url,
    remains: [...remains, counting],
    onError: (error) => expect.unreachable(error.message),
    sweepMilliseconds: 5,
  });
  const sweptTwice = async () => {
    const before = sweeps;
    await vi.waitFor(() => expect(sweeps).toBeGreaterThan(before + 2), soon);
  };
  return { ...liveness, sweptTwice };
}

/** Counts attempts as another process. */
async function countFor(process: string, key: Buffer, attempts: number): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt += 1) await countAttempt(database.db, key, 3, now);
  await database.db.updateTable('counted_attempt').set({ process }).where('key', '=', key).execute();
}

test('a crash takes the counts of its unchecked attempts back, and opens what they closed', async () => {
  const key = Buffer.from('crashed');
  await countFor('another process', key, 10);
  expect(await readBucketState(database.db, key, now)).toMatchObject({ kind: 'closed' });
  const sweeper = await live([interruptedAttempts]);
  await sweeper.sweptTwice();
  expect(await readBucketState(database.db, key, now)).toEqual({ kind: 'open', difficulty: 0 });
  expect((await countAttempt(database.db, key, 0, now))?.failures).toBe(1);
  await sweeper.stop();
});

test('attempts of living processes stay counted, also of one that reconnects', async () => {
  const [here, there] = [Buffer.from('here'), Buffer.from('there')];
  await countAttempt(database.db, here, 3, now);
  await countFor('neighbor', there, 5);
  const neighbor = await live([]);
  await neighbor.keepAlive('neighbor');
  const sweeper = await live([interruptedAttempts]);
  await sweeper.sweptTwice();
  expect(await readBucketState(database.db, here, now)).toEqual({ kind: 'open', difficulty: 0 });
  expect((await countAttempt(database.db, here, 3, now))?.failures).toBe(2);
  expect((await countAttempt(database.db, there, 3, now))?.failures).toBe(6);
  await neighbor.stop();
  await sweeper.sweptTwice();
  expect((await countAttempt(database.db, there, 3, now))?.failures).toBe(2);
  await sweeper.stop();
});

test('jobs of a killed runner are free within seconds, those of a living one stay locked', async () => {
  const pools = ['pool-dead', 'pool-living', 'pool-new'];
  for (const pool of pools)
    await sql`select graphile_worker.add_job('nothing', '{}'::json, job_key := ${pool}::text)`.execute(database.db);
  // The new one has taken its job just now.
  await sql`update graphile_worker._private_jobs set locked_by = key,
    locked_at = now() - case when key = 'pool-new' then interval '0' else interval '1 minute' end`.execute(database.db);
  const sweeper = await live([lockedJobs]);
  await sweeper.keepAlive('pool-living');
  await sweeper.sweptTwice();
  const { rows } = await sql<{ pool: string | null }>`
    select locked_by as pool from graphile_worker._private_jobs order by key`.execute(database.db);
  expect(rows.map(({ pool }) => pool)).toEqual([null, 'pool-living', 'pool-new']);
  await sweeper.stop();
});
