/**
 * `npm run site -- out ["A text for people"]` replaces the sign-in forms by the apology, `npm run site -- back` ends
 * that. The running servers notice it within two seconds. It reads DATABASE_URL and DATA_DIR as the server does.
 */
import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../server/src/db/embedded/start.ts';

const [command, message] = process.argv.slice(2);
if (command !== 'out' && command !== 'back') {
  console.error('npm run site -- out ["What people read"]   or   npm run site -- back');
  process.exit(2);
}

/** The announcement below the apology. */
const title = 'Out of service';

const { DATABASE_URL: url, DATA_DIR: dataDir = 'data' } = process.env;
// A server that runs on the folder keeps running; this only joins it.
const embedded = url ? null : await startEmbeddedPostgres({ dataDir: resolve(dataDir) });
const client = new pg.Client({ connectionString: url ?? embedded?.url });
try {
  await client.connect();
  await client.query('begin');
  await client.query('update site_status set out_of_service = $1', [command === 'out']);
  await client.query('delete from announcement where title = $1', [title]);
  if (command === 'out' && message)
    await client.query(
      `insert into announcement (id, title, body, shown_from, shown_until)
       values ($1, $2, $3, '2000-01-01', '9999-12-31')`,
      [randomUUID(), title, message],
    );
  await client.query('commit');
} finally {
  await client.end();
  await embedded?.stop();
}
console.log(command === 'out' ? 'The site is out of service.' : 'The site is back.');
