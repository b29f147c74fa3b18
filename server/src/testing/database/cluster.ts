import { createHash, randomBytes } from 'node:crypto';
import { readFile, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { migrate, migrations } from '../../db/migrate.ts';
import { embeddedServerRole, grantToServer } from '../../db/roles.ts';
import { LaunchFailed } from '../../db/embedded/launch.ts';
import { startEmbeddedPostgres } from '../../db/embedded/start.ts';

const root = new URL('../../../../', import.meta.url);

/**
 * Test data may be lost, and a database is dropped before cleaning up would help. A statement is planned once for a
 * connection, which otherwise happens after five times: most statements of a test are sent a few times.
 */
const settings = {
  fsync: false,
  full_page_writes: false,
  synchronous_commit: false,
  wal_level: 'minimal',
  max_wal_senders: 0,
  autovacuum: false,
  plan_cache_mode: 'force_generic_plan',
  file_copy_method: 'clone',
  max_connections: 200,
};

/**
 * Starts the server that all tests share, apart from the product's own data, and makes the template that
 * `testDatabase` copies. Its address is left in `FLORIN_TEST_CLUSTER` for the processes this one starts.
 */
export async function startTestCluster(): Promise<{ url: string; stop: () => Promise<void> }> {
  const dataDir = await clusterFolder();
  const { url, alone, stop } = await startEmbeddedPostgres({ dataDir, settings }).catch(async (error: unknown) => {
    // Without fsync a machine that goes down in a run can leave files that no recovery mends.
    if (!(error instanceof LaunchFailed)) throw error;
    await rm(dataDir, { recursive: true, force: true });
    return startEmbeddedPostgres({ dataDir, settings });
  });
  process.env['FLORIN_TEST_CLUSTER'] = url;
  try {
    if (alone) await dropLeftovers();
    await makeTemplate();
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop: () => stop() };
}

/**
 * In memory where the machine has room for it: copying a template makes some 300 files, which takes 15 ms there and 60
 * to 300 ms on a disk.
 */
async function clusterFolder(): Promise<string> {
  const memory = '/dev/shm';
  const here = fileURLToPath(root);
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }));
  if (bavail * bsize < 4 * 1024 ** 3) return join(here, '.cache/test-cluster');
  return join(memory, `florin-test-${createHash('sha256').update(here).digest('hex').slice(0, 12)}`);
}

/**
 * A copy of a database, 15 to 60 ms; by default of the empty one with every migration applied. Its files are copied
 * without the log of the server, which takes a fifth of the processor time.
 */
export async function testDatabase(copyOf?: string): Promise<{ url: string; name: string; drop: () => Promise<void> }> {
  const template = copyOf ?? (await templateName());
  const name = `test_${randomBytes(6).toString('hex')}`;
  await command(`create database ${name} template ${template} strategy file_copy`);
  return { url: databaseUrl(name), name, drop: () => command(`drop database if exists ${name} with (force)`) };
}

let commands: pg.Pool | undefined;

/** By one connection that stays open: opening one costs as much as copying a database. It keeps no process from ending. */
async function command(text: string): Promise<void> {
  commands ??= new pg.Pool({
    connectionString: clusterUrl(),
    max: 1,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
  }).on('error', () => {});
  await commands.query(text);
}

/** Drops the databases of killed runs: older than this start of the server, so that none is of a run beside this one. */
async function dropLeftovers(): Promise<void> {
  const current = await templateName();
  await onCluster(async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      `select datname from pg_database where datname not in ('postgres', 'template0', 'template1', $1)
        and (pg_stat_file('base/' || oid || '/PG_VERSION')).modification < date_trunc('second', pg_postmaster_start_time())`,
      [current],
    );
    for (const { datname } of rows) {
      await client.query(`alter database "${datname}" is_template false`);
      await client.query(`drop database "${datname}" with (force)`);
    }
  });
}

/** A database is a template from the moment when it is complete; a half-made one of a killed run is made again. */
async function makeTemplate(): Promise<void> {
  const name = await templateName();
  await onCluster(async (client) => {
    await client.query('select pg_advisory_lock($1)', [templateLock]);
    const { rows } = await client.query<{ datistemplate: boolean }>(
      'select datistemplate from pg_database where datname = $1',
      [name],
    );
    if (rows[0]?.datistemplate) return;
    await client.query(`drop database if exists ${name} with (force)`);
    await client.query(`create database ${name}`);
    await migrate(databaseUrl(name));
    await grantToServer(databaseUrl(name), embeddedServerRole, { createServerRole: true, movesClock: true });
    await client.query(`alter database ${name} with is_template true allow_connections false`);
  });
}

const templateLock = 7_001_840;

/** Changes with any migration, and with the versions of the libraries, one of which brings tables of its own. */
async function templateName(): Promise<string> {
  const hash = createHash('sha256').update(await readFile(new URL('package-lock.json', root)));
  hash.update(await readFile(new URL('server/src/db/roles.ts', root)));
  for (const { sha256 } of await migrations()) hash.update(sha256);
  return `template_${hash.digest('hex').slice(0, 12)}`;
}

function databaseUrl(name: string): string {
  const url = new URL(clusterUrl());
  url.pathname = `/${name}`;
  return url.href;
}

function clusterUrl(): string {
  const url = process.env['FLORIN_TEST_CLUSTER'];
  if (!url) throw new Error('The test cluster is not running: startTestCluster starts it.');
  return url;
}

async function onCluster<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: clusterUrl() });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
