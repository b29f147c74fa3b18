import { Logger, run, type Runner } from 'graphile-worker';
import type pg from 'pg';
import * as v from 'valibot';
import type { Context } from '../../context.ts';
import { sendMessage, type Carriers } from './send-job.ts';

const Payload = v.object({ id: v.string() });

/** Starts the job runner of this process; `stop()` lets running jobs finish. */
export function startJobs(context: Context, carriers: Carriers, pgPool: pg.Pool): Promise<Runner> {
  return run({
    pgPool,
    concurrency: 4,
    pollInterval: 1000,
    noHandleSignals: true,
    logger: new Logger(() => (level, message) => {
      if (level === 'error') context.log.error({ jobs: message }, 'job runner');
    }),
    taskList: {
      send_message: (payload) => sendMessage(context, carriers, v.parse(Payload, payload).id),
    },
  });
}
