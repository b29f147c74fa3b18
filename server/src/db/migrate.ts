import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { runMigrations as migrateJobs } from 'graphile-worker';

const folder = new URL('./migrations/', import.meta.url);

/** The migrations in the order of their file names, with hashes that reveal edits of applied ones. */
export async function migrations(): Promise<{ name: string; sql: string; sha256: string }[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8');
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/**
 * Brings a database to the newest schema, forward only. Each file is one transaction; a lock on the table makes a
 * second starter wait for the first. Throws if an applied file was edited or the database is newer than this code.
 */
export async function migrate(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ exists: boolean }>(
      `select to_regclass('schema_migration') is not null as exists`,
    );
    if (!rows[0]?.exists)
      await client
        .query(
          'create table if not exists schema_migration (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
        )
        // Two first starts can race for the name; the loser finds the table created.
        .catch((error: { code?: string }) => {
          if (error.code !== '23505' && error.code !== '42P07') throw error;
        });
    const known = await migrations();
    await refuseNewerDatabase(client, new Set(known.map((m) => m.name)));
    for (const migration of known) if (!(await isApplied(client, migration))) await applyOnce(client, migration);
  } finally {
    await client.end();
  }
  await migrateJobs({ connectionString: databaseUrl, logger: silent });
}

async function refuseNewerDatabase(client: pg.Client, known: ReadonlySet<string>) {
  const { rows } = await client.query<{ name: string }>('select name from schema_migration');
  const unknown = rows.filter((row) => !known.has(row.name)).map((row) => row.name);
  if (unknown.length > 0) throw new Error(`The database is newer than this version of Florin (${unknown.join(', ')}).`);
}

/** The server's own role can read this, so that it starts on a migrated database. @throws if an applied file was edited */
async function isApplied(client: pg.Client, { name, sha256 }: { name: string; sha256: string }): Promise<boolean> {
  const { rows } = await client.query<{ sha256: string }>('select sha256 from schema_migration where name = $1', [
    name,
  ]);
  if (rows[0] && rows[0].sha256 !== sha256) throw new Error(`Migration ${name} was edited after it had been applied.`);
  return rows.length > 0;
}

async function applyOnce(client: pg.Client, migration: { name: string; sql: string; sha256: string }) {
  const { name, sql, sha256 } = migration;
  await client.query('begin');
  try {
    await client.query('lock table schema_migration in exclusive mode');
    // Another starting server may have applied it in the meantime.
    if (!(await isApplied(client, migration))) {
      await client.query(sql);
      await client.query('insert into schema_migration (name, sha256) values ($1, $2)', [name, sha256]);
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

const { Logger } = await import('graphile-worker');
const silent = new Logger(() => () => {});
