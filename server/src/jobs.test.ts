import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startTestServer } from './testing/server.ts';

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
