import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../server/src/db/embedded/start.ts';

/** For a bench that measures no durability: what it writes may be lost with the machine. */
const careless = { fsync: false, full_page_writes: false, synchronous_commit: false };

/**
 * A real PostgreSQL in a scratch folder, with its usual durability unless the bench does without, for as many databases as
 * a bench needs.
 */
export async function startPostgres({ durable = true } = {}): Promise<{
  create(name: string): Promise<string>;
  stop(): Promise<void>;
}> {
  const dataDir = await mkdtemp(join(tmpdir(), 'florin-bench-'));
  const server = await startEmbeddedPostgres({
    dataDir,
    settings: { max_connections: 200, ...(!durable && careless) },
  });
  return {
    async create(name) {
      const client = new pg.Client({ connectionString: server.url });
      await client.connect();
      await client.query(`create database ${name}`);
      await client.end();
      const url = new URL(server.url);
      url.pathname = `/${name}`;
      return url.href;
    },
    async stop() {
      await server.stop('immediate');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
