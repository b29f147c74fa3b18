import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { recordOperatorAct, type Operator } from '../audit/operator-acts.ts';

interface FailedJob {
  id: string;
  task: string;
  attempts: number;
  attemptsAtMost: number;
  lastError: string | null;
  runAt: Date;
}

/** Jobs whose last run failed, for an operator, those without a further try first. Their data is not read. */
export async function failedJobs({ db }: Pick<Context, 'db'>): Promise<FailedJob[]> {
  const { rows } = await sql<FailedJob>`
    select id::text, task_identifier as task, attempts::int, max_attempts::int as "attemptsAtMost",
      last_error as "lastError", run_at as "runAt"
    from graphile_worker.jobs where last_error is not null
    order by attempts < max_attempts, run_at limit 200`.execute(db);
  return rows;
}

/** Makes a failed job run again at once, with all its tries. @returns whether there was one */
export const retryJob = (context: Pick<Context, 'db' | 'clock'>, id: string, by: Operator): Promise<boolean> =>
  inTransaction(context.db, async (tx) => {
    const { rows } = await sql<{ task: string }>`
      select job.task_identifier as task from graphile_worker.jobs job join graphile_worker.reschedule_jobs(
        (select array_agg(id) from graphile_worker.jobs where id = ${id}::bigint and last_error is not null),
        run_at := now(), attempts := 0) as again on again.id = job.id`.execute(tx);
    const [job] = rows;
    if (job)
      await recordOperatorAct(tx, context, by, {
        type: 'operator_job_retried',
        details: { job: id, task: job.task, operator: by.name },
      });
    return job !== undefined;
  });
