// A vendor's link under 16 first views at once, on one PostgreSQL and two server processes: of 200 links each is opened
// by one caller, and its details reach one caller.
import pg from 'pg';
import { newId } from '../server/src/db/ids.ts';
import { hashToken, newToken } from '../server/src/core/tokens.ts';
import { addressOfCaller, post, type Answered } from './lib/calls.ts';
import { startPostgres } from './lib/database.ts';
import { keyring } from './lib/people.ts';
import { startProduct } from './lib/server.ts';
import { goal, printTable } from './lib/table.ts';

const rounds = 200;
const parallel = 16;

const postgres = await startPostgres();
const database = await postgres.create('florin');
const environment = { DATABASE_URL: database, KEYS: 'environment', KEYRING: keyring, TRUSTED_PROXIES: '127.0.0.1,::1' };
// One after the other: the first migrates and fills the database.
const servers = [await startProduct(environment), await startProduct(environment)];
const pool = new pg.Pool({ connectionString: database, max: 4 });

/** A link to a card of the demo data, like those that an administrator has sent. */
async function addLink(): Promise<string> {
  const code = newToken('vln');
  await pool.query(
    `insert into vendor_link (id, business_id, card_id, email_sealed, email_index, code_hash, sent_by, created_at, expires_at)
     select $1, business_id, card_id, email_sealed, email_index, $2, sent_by, now(), now() + interval '1 day'
     from vendor_link limit 1`,
    [newId(), hashToken(code)],
  );
  return code;
}

async function details(origin: string, bearer: string, address: string): Promise<Answered> {
  const response = await fetch(`${origin}/api/card-details/embossing-data-sharing`, {
    headers: { authorization: `Bearer ${bearer}`, 'x-forwarded-for': address },
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** The same call `parallel` times at once, spread over both servers. */
const atOnce = (call: (origin: string) => Promise<Answered>) =>
  Promise.all(Array.from({ length: parallel }, (_, index) => call(servers[index % servers.length]!.origin)));
const winnersOf = (answers: readonly Answered[]) => answers.filter(({ status }) => status === 200);
/** The number of different refusals: it must be one, or a stranger could distinguish them. */
const kindsOf = (answers: readonly Answered[]) =>
  new Set(answers.filter(({ status }) => status !== 200).map(({ status, body }) => JSON.stringify([status, body])))
    .size;

const opened: number[] = [];
const seen: number[] = [];
const kinds: number[] = [];
for (let round = 0; round < rounds; round++) {
  const address = addressOfCaller(round);
  const requestCode = await addLink();
  const exchanges = await atOnce((origin) =>
    post(origin, '/api/card-details/authenticate', { requestCode }, { address }),
  );
  const winners = winnersOf(exchanges);
  opened.push(winners.length);
  const views = await atOnce((origin) => details(origin, String(winners[0]?.body['access_token']), address));
  seen.push(winnersOf(views).length);
  kinds.push(kindsOf([...exchanges, ...views]));
}

const spread = (figures: readonly number[]) => [...new Set(figures)].toSorted((a, b) => a - b).join(', ');
printTable([
  ['two servers, one PostgreSQL', 'trials', 'callers at once', 'outcome'],
  ['link: callers that opened it', rounds, parallel, spread(opened)],
  ['details: callers that got them', rounds, parallel, spread(seen)],
  ['losers: kinds of answers', rounds, parallel, spread(kinds)],
]);
const one = (figures: readonly number[]) => figures.filter((n) => n === 1).length;
goal('links that one caller opened', one(opened), one(opened) === rounds);
goal('links whose details one caller got', one(seen), one(seen) === rounds);
goal('links whose losers all got the same answer', one(kinds), one(kinds) === rounds);

await pool.end();
await Promise.all(servers.map((server) => server.stop()));
await postgres.stop();
