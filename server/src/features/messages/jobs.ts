import { Logger, run } from 'graphile-worker';
import pg from 'pg';
import * as v from 'valibot';
import type { Context } from '../../context.ts';
import { sendMessage, type Carriers } from './send-job.ts';

const Payload = v.object({ id: v.string() });

const concurrency = 4;

/**
 * Starts the job runner of this process. It has connections of its own: the library expects the driver's plain types,
 * and the application's pool reads int8 as BigInt.
 * @returns what lets running jobs finish and stops
 */
export async function startJobs(
  context: Context,
  carriers: Carriers,
  databaseUrl: string,
): Promise<{ stop(): Promise<void> }> {
  const pgPool = new pg.Pool({ connectionString: databaseUrl, max: concurrency + 1, application_name: 'florin jobs' });
  const lost = (error: Error) => context.log.warn({ reason: error.message }, 'database connection lost');
  pgPool.on('error', lost).on('connect', (client) => client.on('error', lost));
  const runner = await run({
    pgPool,
    concurrency,
    pollInterval: 1000,
    noHandleSignals: true,
    logger: new Logger(() => (level, message) => {
      if (level === 'error') context.log.error({ jobs: message }, 'job runner');
    }),
    taskList: {
      send_message: (payload) => sendMessage(context, carriers, v.parse(Payload, payload).id),
    },
  });
  return {
    async stop() {
      await runner.stop();
      await pgPool.end();
    },
  };
}
