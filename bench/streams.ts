// A thousand open streams of events at one process: how soon each is told of a change, the memory of a stream, and the
// connections of the database that they take. Goals: all told within a second, at most 64 KB each, no connection each.
import { readFile } from 'node:fs/promises';
import { request, type ClientRequest } from 'node:http';
import { join } from 'node:path';
import pg from 'pg';
import { demoPassword } from '../server/src/demo/people.ts';
import { addressOfCaller, post } from './lib/calls.ts';
import { startProduct } from './lib/server.ts';
import { goal, printTable } from './lib/table.ts';

const streams = 1000;
/** As many as a session has. */
const perSession = 8;

async function residentKilobytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)![1]);
}

const product = await startProduct({ TRUSTED_PROXIES: '127.0.0.1,::1' });
const host = encodeURIComponent(join(product.dataDir, 'postgres'));
const client = new pg.Client({ connectionString: `postgresql://florin_server@localhost:5432/postgres?host=${host}` });
await client.connect();

// Sessions of many people, written with their tokens as the product stores them: a sign-in of each would take minutes.
const { body } = await post(
  product.origin,
  '/api/login',
  { username: 'onefactor', password: demoPassword },
  { address: addressOfCaller(1) },
);
const tokens = Array.from({ length: streams / perSession }, (_, index) => `ses_${String(index).padStart(43, 'A')}`);
await client.query(
  `insert into session select (jsonb_populate_record(session, jsonb_build_object('id', gen_random_uuid(),
     'token_hash', '\\x' || encode(sha256(convert_to(token, 'utf8')), 'hex'), 'epoch', gen_random_uuid(),
     'person_id', member.person_id, 'membership_id', member.id))).*
   from session, unnest($2::text[]) with ordinality as given (token, place)
     join (select *, row_number() over (order by id) as number, count(*) over () as members from membership
       where status = 'OPEN' and not exists (select from risk_flag where risk_flag.person_id = membership.person_id)
     ) as member on member.number = 1 + place % member.members
   where session.token_hash = sha256(convert_to($1, 'utf8'))`,
  [String(body['access_token']), tokens],
);

const before = await residentKilobytes(product.pid);
const toldAt: number[] = [];
const open = (index: number) =>
  new Promise<ClientRequest>((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${tokens[Math.floor(index / perSession)]!}`,
      'x-forwarded-for': addressOfCaller(index),
    };
    const call = request(`${product.origin}/api/events`, { headers }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`A stream was refused with ${response.statusCode}.`));
      let isTold = false;
      response.setEncoding('utf8').on('data', (text: string) => {
        if (text.includes('event: open')) resolve(call);
        if (isTold || !text.includes('"kind":"card"')) return;
        isTold = true;
        toldAt.push(performance.now());
      });
    });
    call.on('error', reject).end();
  });
const calls: ClientRequest[] = [];
for (let index = 0; index < streams; index += 50)
  calls.push(...(await Promise.all(Array.from({ length: 50 }, (_, at) => open(index + at)))));
await new Promise((resolve) => setTimeout(resolve, 5000));
const during = await residentKilobytes(product.pid);
const { rows: connections } = await client.query<{ n: number }>(
  `select count(*)::int as n from pg_stat_activity where application_name like 'florin%'`,
);

const writtenAt = performance.now();
await client.query(
  `insert into program_event (business_id, membership_id, kind, subject_id, at)
   select business_id, id, 'card', id, now() from membership`,
);
while (toldAt.length < streams && performance.now() - writtenAt < 10_000)
  await new Promise((resolve) => setTimeout(resolve, 20));
const slowest = toldAt.length < streams ? Number.POSITIVE_INFINITY : Math.max(...toldAt) - writtenAt;
const each = (during - before) / streams;
printTable([
  ['open streams', 'told', 'slowest, ms', 'KB a stream', 'connections of the process'],
  [streams, toldAt.length, slowest.toFixed(0), each.toFixed(1), connections[0]!.n],
]);
goal('a change told to all, ms, under 1000', slowest, slowest < 1000);
goal('memory of a stream, KB, at most 64', each, each <= 64);
goal('connections of the database, at most 20', connections[0]!.n, connections[0]!.n <= 20);
for (const call of calls) call.on('error', () => {}).destroy();
await client.end();
await product.stop();
