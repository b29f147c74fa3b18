import { isDeadName, type Remains } from './liveness.ts';

/** A younger lock may belong to a runner that has just started. */
const registeredWithin = '5 seconds';

/** Jobs whose runner was killed: without this, they would wait for the library's own limit of four hours. */
export const lockedJobs: Remains = {
  async find(client) {
    const { rows } = await client.query<{ pool: string }>(
      `select distinct locked_by as pool from graphile_worker._private_jobs
        where locked_at < now() - interval '${registeredWithin}' and ${isDeadName('locked_by')}`,
    );
    return rows.map(({ pool }) => pool);
  },
  async takeBack(client, dead) {
    if (dead.length > 0) await client.query('select graphile_worker.force_unlock_workers($1::text[])', [dead]);
  },
};
