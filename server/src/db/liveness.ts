import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

/** The name of this process, by which the database identifies its unfinished work. */
export const processName = randomUUID();

/** The first half of the keys of these advisory locks; the second is a hash of the name. */
const lockClass = 7_001_842;
const reconnectMilliseconds = 500;

/**
 * The names in a column that are not alive. A name is alive while the session that has locked it is open. PostgreSQL
 * frees the locks of a killed process at once.
 * @param column an SQL expression
 */
export const isDeadName = (column: string): string => `not exists (
  select from pg_locks where locktype = 'advisory' and classid = ${lockClass} and objsubid = 2
    and database = (select oid from pg_database where datname = current_database())
    and objid::bigint = (hashtext(${column})::bigint & 4294967295))`;

/** Unfinished work of processes, found and taken back by name. */
export interface Remains {
  /** The names, alive or not, that have unfinished work and hold no lock. */
  find(client: pg.ClientBase): Promise<string[]>;
  /** Takes back the work of dead processes. */
  takeBack(client: pg.ClientBase, dead: readonly string[]): Promise<void>;
}

export interface Liveness {
  /** Keeps one more name alive until this process ends. */
  keepAlive(name: string): Promise<void>;
  stop(): Promise<void>;
}

interface Options {
  databaseUrl: string;
  remains: readonly Remains[];
  /** Called when a sweep fails for another reason than a lost connection. */
  onError: (error: Error) => void;
  sweepMilliseconds?: number;
}

/**
 * Keeps this process's names alive on a separate connection, and takes back the unfinished work of dead processes. A
 * name is dead after two sweeps without its lock, so that a process that reconnects in between keeps its work.
 */
export async function startLiveness({
  databaseUrl,
  remains,
  onError,
  sweepMilliseconds = 2000,
}: Options): Promise<Liveness> {
  const names = new Set<string>([processName]);
  const stopping = new AbortController();
  let client: pg.Client | null = null;

  const lock = (on: pg.Client, name: string) =>
    on.query('select pg_advisory_lock_shared($1::int, hashtext($2))', [lockClass, name]);
  const connect = async () => {
    const fresh = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'florin liveness',
      keepAlive: true,
    });
    fresh.on('error', () => (client = null));
    await fresh.connect();
    for (const name of names) await lock(fresh, name);
    client = fresh;
    return fresh;
  };
  const missing = remains.map(() => new Set<string>());
  const sweep = async (on: pg.Client) => {
    for (const [index, each] of remains.entries()) {
      const found = await each.find(on);
      const dead = found.filter((name) => missing[index]!.has(name));
      missing[index] = new Set(found);
      await each.takeBack(on, dead);
    }
  };
  const run = async () => {
    while (!stopping.signal.aborted) {
      const pause = client === null ? reconnectMilliseconds : sweepMilliseconds;
      await delay(pause, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      try {
        await sweep(client ?? (await connect()));
      } catch (error) {
        const lost = client;
        client = null;
        await lost?.end().catch(() => {});
        onError(error as Error);
      }
    }
  };
  await sweep(await connect());
  const running = run();
  return {
    async keepAlive(name) {
      names.add(name);
      if (client !== null) await lock(client, name);
    },
    async stop() {
      stopping.abort();
      await running;
      await client?.end();
    },
  };
}
