import { sql } from 'kysely';
import type { Context } from '../../context.ts';

interface FailedJob {
  id: string;
  task: string;
  attempts: number;
  attemptsAtMost: number;
  lastError: string | null;
  runAt: Date;
}

/** Jobs whose last run failed, for an operator, those without a further try first. What they carry is not read. */
export async function failedJobs({ db }: Pick<Context, 'db'>): Promise<FailedJob[]> {
  const { rows } = await sql<FailedJob>`
    select id::text, task_identifier as task, attempts::int, max_attempts::int as "attemptsAtMost",
      last_error as "lastError", run_at as "runAt"
    from graphile_worker.jobs where last_error is not null
    order by attempts < max_attempts, run_at limit 200`.execute(db);
  return rows;
}

/** Has a failed job run again at once, with all its tries. @returns whether there was one */
export async function retryJob({ db }: Pick<Context, 'db'>, id: string): Promise<boolean> {
  const { rows } = await sql`
    select job.id from graphile_worker.reschedule_jobs(
      (select array_agg(id) from graphile_worker.jobs where id = ${id}::bigint and last_error is not null),
      run_at := now(), attempts := 0) as job`.execute(db);
  return rows.length > 0;
}
