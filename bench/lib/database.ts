import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../server/src/db/embedded/start.ts';

/** A real PostgreSQL in a scratch folder, with its usual durability, for as many databases as a bench needs. */
export async function startPostgres(): Promise<{ create(name: string): Promise<string>; stop(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'florin-bench-'));
  const server = await startEmbeddedPostgres({ dataDir, settings: { max_connections: 200 } });
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
