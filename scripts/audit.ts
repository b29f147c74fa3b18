/**
 * `npm run audit -- verify` proves the hash chains of the audit events, and names the first broken event of each. It reads
 * DATABASE_OWNER_URL or DATABASE_URL, and DATA_DIR, as the server does. Exit code 1: a chain is broken.
 */
import { resolve } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../server/src/db/embedded/start.ts';

if (process.argv[2] !== 'verify') {
  console.error('npm run audit -- verify');
  process.exit(2);
}

const { DATABASE_OWNER_URL: ownerUrl, DATABASE_URL: serverUrl, DATA_DIR: dataDir = 'data' } = process.env;
const url = ownerUrl ?? serverUrl;
// A server that runs on the folder keeps running; this only joins it.
const embedded = url ? null : await startEmbeddedPostgres({ dataDir: resolve(dataDir) });
const client = new pg.Client({ connectionString: url ?? embedded?.url });
try {
  await client.connect();
  // One snapshot: events are added meanwhile.
  await client.query('begin isolation level repeatable read read only');
  const { rows: broken } = await client.query<{ chain: string; sequence: string | null; problem: string }>(
    'select chain, sequence, problem from broken_audit_links() order by sequence nulls last',
  );
  const { rows: chains } = await client.query<{ chains: string; events: string; digest: string }>(
    `select count(*) as chains, coalesce(sum(length), 0) as events,
      encode(sha256(coalesce(string_agg(id::text || ':' || length || ':' || encode(hash, 'hex'), ',' order by id), '')::bytea), 'hex')
        as digest from audit_chain`,
  );
  const { chains: count, events, digest } = chains[0]!;
  for (const { chain, sequence, problem } of broken)
    console.error(`Chain ${chain} is broken${sequence === null ? '' : ` at event ${sequence}`}: ${problem}.`);
  console.log(`${events} events in ${count} chains, ${broken.length === 0 ? 'all whole' : `${broken.length} broken`}.`);
  console.log(`Digest of all chains: ${digest}`);
  if (broken.length > 0) process.exitCode = 1;
} finally {
  await client.end();
  await embedded?.stop();
}
