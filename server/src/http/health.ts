import { sql } from 'kysely';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';

const alive = '/healthz';
const ready = '/readyz';

/** Probes use the host's address, so these calls answer for any host name. */
export const isProbe = (request: FastifyRequest): boolean =>
  request.routeOptions.url === alive || request.routeOptions.url === ready;

/** A database that takes longer for an empty query is of no use to people. */
const answerMilliseconds = 2000;

/**
 * GET /healthz: this process runs; restart it if it does not answer. GET /readyz: the process also reaches its
 * database, and its job runner works. Otherwise it answers 503, so that a load balancer sends no traffic here. Neither
 * needs a session or reveals anything else.
 */
export function registerHealth(
  app: FastifyInstance,
  { db }: Pick<Context, 'db'>,
  jobs: { areRunning(): boolean },
): void {
  app.get(alive, (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));

  const reach = () =>
    Promise.race([
      sql`select 1`.execute(db).then(
        () => true,
        () => false,
      ),
      new Promise<boolean>((resolve) => setTimeout(() => resolve(false), answerMilliseconds).unref()),
    ]);
  // Simultaneous probes share one query, so that a flood of them takes one connection.
  let reaching: Promise<boolean> | null = null;
  app.get(ready, async (_request, reply) => {
    const database = await (reaching ??= reach().finally(() => (reaching = null)));
    const running = jobs.areRunning();
    reply.header('cache-control', 'no-store');
    if (!database || !running) reply.code(503).header('retry-after', '1');
    return {
      status: database && running ? 'ready' : 'unready',
      database: database ? 'up' : 'away',
      jobs: running ? 'running' : 'stopped',
    };
  });
}
